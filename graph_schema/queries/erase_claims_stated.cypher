// Which claims do these chunks state?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})-[:STATES]->(c:Claim)
WHERE k.tenant = $tenant
RETURN DISTINCT c.id AS id
