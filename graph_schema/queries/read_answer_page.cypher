// One page of a tenant's answers, the newest first; with a verdict, only those that assert such a claim now. The tenant
// is in the order so that Neo4j reads the index backwards and stops at the limit. The embedded store sorts all of the
// tenant's answers; there each saving a row counts: a time that is no function call, an order of what is returned.
// Parameters: tenant, model (null: any), verdict (null: any), before (a time) and after (id): where the last page ended,
// limit. Index: answer_by_time.
MATCH (a:Answer {tenant: $tenant})
WHERE a.created_at <= $before AND ($model IS NULL OR a.model = $model)
  AND NOT (a.created_at = $before AND a.id <= $after)
  AND ($verdict IS NULL OR COUNT { (a)-[:ASSERTS {verdict: $verdict}]->(:Claim) } > 0)
RETURN a.id AS id, a.created_at AS created_at, a.tenant AS tenant
ORDER BY tenant DESC, created_at DESC, id
LIMIT $limit
