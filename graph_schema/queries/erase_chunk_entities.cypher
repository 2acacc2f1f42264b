// Which entities do these chunks mention?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})-[:MENTIONS]->(e:Entity)
WHERE k.tenant = $tenant
RETURN DISTINCT e.id AS id
