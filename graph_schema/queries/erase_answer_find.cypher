// The answers with this id or this key of the caller's.
// Parameters: tenant, name. Index: answer_by_tenant.
MATCH (a:Answer {tenant: $tenant})
WHERE a.id = $name OR a.key = $name
RETURN a.id AS id, a.key AS key
ORDER BY id
