// Which answers have one of these runs as their current one?
// Parameters: tenant, ids. Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})<-[:CURRENT_RUN]-(a:Answer)
WHERE r.tenant = $tenant
RETURN DISTINCT a.id AS id, a.key AS key
ORDER BY id
