// The runs of these answers.
// Parameters: tenant, ids. Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})-[:HAS_RUN]->(r:Run)
WHERE a.tenant = $tenant
RETURN DISTINCT r.id AS id
ORDER BY id
