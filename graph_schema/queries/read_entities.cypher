// These entities.
// Parameters: tenant, ids. Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE e.tenant = $tenant
RETURN e.id AS id, e.name AS name, e.surface AS surface, e.type AS type, e.lang AS lang
