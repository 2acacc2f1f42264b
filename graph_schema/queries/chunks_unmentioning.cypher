// Which of these chunks mention nothing, as far as the graph knows? Nobody has looked, or there is nothing to find.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant AND COUNT { (k)-[:MENTIONS]->(:Entity) } = 0
RETURN k.id AS id
