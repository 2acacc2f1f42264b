// The corrections of these runs.
// Parameters: tenant, ids. Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[:HAS_CORRECTION]->(x:Correction)
WHERE r.tenant = $tenant
RETURN DISTINCT x.id AS id
ORDER BY id
