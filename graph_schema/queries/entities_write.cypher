// Write the entities that are mentioned somewhere.
// Parameters: tenant, rows [{id, name, surface, type, lang}] sorted by id. Index: entity_id.
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.tenant = $tenant, e.name = row.name, e.surface = row.surface, e.type = row.type, e.lang = row.lang
