// Undo merges of entities, or make them hold again; a merge that is not there gives no row.
// Parameters: tenant, ids, active. Index: same_as_edge_id.
UNWIND $ids AS id
MATCH (a:Entity)-[s:SAME_AS {id: id}]->(b:Entity)
WHERE s.tenant = $tenant
SET s.active = $active
RETURN s.id AS id
ORDER BY id
