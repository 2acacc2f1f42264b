// Take the next place in an answer's history, and read which run is current. Whoever comes second waits (Neo4j) or
// starts again (the embedded store, which only sees a conflict where a property really changes).
// Parameters: tenant, answer. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
SET a.runs = a.runs + 1
WITH a
OPTIONAL MATCH (a)-[:CURRENT_RUN]->(c:Run)
RETURN a.runs AS seq, c.id AS current_id
