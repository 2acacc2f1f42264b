// Delete merges that rest on nothing any more.
// Parameters: tenant, rows [{id, first}] sorted by id. Index: entity_id.
UNWIND $rows AS row
MATCH (a:Entity {id: row.first})-[s:SAME_AS]->(:Entity)
WHERE s.tenant = $tenant AND s.id = row.id
DELETE s
