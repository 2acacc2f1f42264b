// The text of these chunks.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})
WHERE c.tenant = $tenant
RETURN c.id AS id, c.text AS text, c.lang AS lang
