// Which other chunk names both of two merged entities?
// Parameters: tenant, rows [{id, first, second}]. Index: entity_id.
UNWIND $rows AS row
MATCH (a:Entity {id: row.first})<-[:MENTIONS]-(k:Chunk)-[:MENTIONS]->(b:Entity {id: row.second})
WHERE k.tenant = $tenant
RETURN row.id AS id, min(k.id) AS source
