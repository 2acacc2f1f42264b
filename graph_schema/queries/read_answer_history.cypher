// The history of these answers: which run was made current when, the latest first.
// Parameters: tenant, ids, limit (an answer). Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})-[h:HAS_RUN]->(r:Run)
WHERE a.tenant = $tenant
WITH a, h, r
ORDER BY a.id, h.seq DESC
WITH a.id AS owner, collect({seq: h.seq, at: h.at, run_id: r.id})[0..$limit] AS found
RETURN owner, found
