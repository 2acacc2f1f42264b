// The questions that these answers answer.
// Parameters: tenant, ids. Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})-[:ANSWERS]->(q:Question)
WHERE a.tenant = $tenant
RETURN DISTINCT q.id AS id
ORDER BY id
