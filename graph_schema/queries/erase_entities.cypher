// Delete entities with their merges.
// Parameters: tenant, ids (sorted). Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE e.tenant = $tenant
DETACH DELETE e
