// Hold an answer's write lock until the transaction ends, and read its history's end.
// Parameters: tenant, answer. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
SET a.locked = true
WITH a
OPTIONAL MATCH (a)-[h:HAS_RUN]->(:Run)
WITH a, max(h.seq) AS last_seq
OPTIONAL MATCH (a)-[:CURRENT_RUN]->(c:Run)
RETURN last_seq, c.id AS current_id
