// Which entities are said to be the same as these, by merges that hold? One step, in either direction.
// Parameters: tenant, ids. Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[s:SAME_AS]-(other:Entity)
WHERE s.tenant = $tenant AND s.active
RETURN e.id AS id, other.id AS other
ORDER BY id, other
