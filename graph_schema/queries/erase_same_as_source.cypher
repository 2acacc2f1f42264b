// Let merges rest on another chunk.
// Parameters: tenant, rows [{id, first, source}] sorted by id. Index: entity_id.
UNWIND $rows AS row
MATCH (a:Entity {id: row.first})-[s:SAME_AS]->(:Entity)
WHERE s.tenant = $tenant AND s.id = row.id
SET s.source = row.source
