// Which answers have a current run that looked at text which has been erased since?
// Parameters: tenant. Index: answer_by_tenant.
MATCH (a:Answer {tenant: $tenant})-[:CURRENT_RUN]->(r:Run)
WHERE r.erased
OPTIONAL MATCH (a)-[:ANSWERS]->(q:Question)
RETURN a.id AS id, a.key AS key, a.text AS text, a.model AS model, min(q.text) AS question, r.id AS run,
       r.domain AS domain, r.risk AS risk, coalesce(r.task, 'verify') AS task
ORDER BY id
