// Is there a finished run with this id, and which run is the answer's current one?
// Parameters: tenant, answer, run. Index: answer_id, run_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
OPTIONAL MATCH (a)-[h:HAS_RUN]->(:Run)
WITH a, max(h.seq) AS last_seq
OPTIONAL MATCH (a)-[:CURRENT_RUN]->(c:Run)
WITH last_seq, c.id AS current_id
OPTIONAL MATCH (r:Run {id: $run, tenant: $tenant})
RETURN last_seq, current_id, r {.*} AS run
