// One page of a tenant's answers, that assert a claim with this verdict now, the newest first.
// The order is that of read_answer_page.
// Parameters: tenant, verdict, model (null: any), before (a time) and after (id): where the last page ended, limit.
// Placeholder: FIRST. Index: answer_by_time.
MATCH (a:Answer {tenant: $tenant})
WHERE a.created_at <= $before AND ($model IS NULL OR a.model = $model)
  AND NOT (a.created_at = $before AND a.id <= $after)
  AND COUNT { (a)-[:ASSERTS {verdict: $verdict}]->(:Claim) } > 0
RETURN a.id AS id, a.created_at AS created_at, a.tenant AS tenant
ORDER BY {{FIRST}}created_at DESC, id
LIMIT $limit
