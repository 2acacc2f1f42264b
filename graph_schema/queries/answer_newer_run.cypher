// Is there a run of this answer that became current after a time? Locks the answer until the transaction ends: give
// the place in its history back (answer_return_place).
// Parameters: tenant, answer, asked_at. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
SET a.runs = a.runs + 1
WITH a
OPTIONAL MATCH (a)-[h:HAS_RUN]->(:Run)
WHERE h.at > datetime($asked_at)
RETURN count(DISTINCT h) AS newer
