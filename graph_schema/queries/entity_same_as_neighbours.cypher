// Which entities are said to be the same as these, by merges that hold? One step, in either direction.
// Parameters: tenant, ids. Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[s:SAME_AS]-(other:Entity)
WHERE s.tenant = $tenant AND s.active
RETURN e.id AS id, e.name AS name, other.id AS other, other.name AS other_name, s.reason AS reason
ORDER BY id, other
