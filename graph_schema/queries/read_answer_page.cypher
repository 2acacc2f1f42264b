// One page of a tenant's answers, the newest first; with a verdict, only those that assert such a claim now.
// Parameters: tenant, model (null: any), verdict (null: any), before (ISO time) and after (id): where the last page
// ended, limit. Index: answer_by_tenant.
MATCH (a:Answer {tenant: $tenant})
WHERE ($model IS NULL OR a.model = $model)
  AND (a.created_at < datetime($before) OR (a.created_at = datetime($before) AND a.id > $after))
  AND ($verdict IS NULL OR COUNT { (a)-[:ASSERTS {verdict: $verdict}]->(:Claim) } > 0)
RETURN a.id AS id, a.created_at AS created_at
ORDER BY created_at DESC, id
LIMIT $limit
