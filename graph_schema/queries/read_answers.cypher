// These answers, each with its question and its current run.
// Parameters: tenant, ids. Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})
WHERE a.tenant = $tenant
OPTIONAL MATCH (a)-[:ANSWERS]->(q:Question)
OPTIONAL MATCH (a)-[:CURRENT_RUN]->(r:Run)
RETURN a.id AS id, a.text AS text, a.lang AS lang, a.model AS model, a.key AS key, a.created_at AS created_at,
       q.text AS question, r.id AS current_run_id
