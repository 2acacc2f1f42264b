// The claims that these runs found, corrected or yielded.
// Parameters: tenant, ids. Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[:FOUND]->(c:Claim)
WHERE r.tenant = $tenant
RETURN DISTINCT c.id AS id
