// Which of these entities does nothing mention any more?
// Parameters: tenant, ids. Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE e.tenant = $tenant AND COUNT { (e)<-[:MENTIONS|HEAD|TAIL]-() } = 0
RETURN e.id AS id
