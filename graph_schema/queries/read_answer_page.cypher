// One page of a tenant's answers, the newest first.
// On Neo4j the tenant is put FIRST in the order: so it reads the index backwards and stops at the limit. The embedded
// store sorts all of the tenant's answers; there each column and each condition costs, so it has none that it need not.
// Parameters: tenant, model (null: any), before (a time) and after (id): where the last page ended, limit.
// Placeholder: FIRST. Index: answer_by_time.
MATCH (a:Answer {tenant: $tenant})
WHERE a.created_at <= $before AND ($model IS NULL OR a.model = $model)
  AND NOT (a.created_at = $before AND a.id <= $after)
RETURN a.id AS id, a.created_at AS created_at, a.tenant AS tenant
ORDER BY {{FIRST}}created_at DESC, id
LIMIT $limit
