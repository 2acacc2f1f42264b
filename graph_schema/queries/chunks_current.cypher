// Of these chunks, which belong to a current revision of a source?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE c.tenant = $tenant AND d.kind = 'source'
RETURN c.id AS id, c.text AS text, c.lang AS lang, collect(DISTINCT r.id) AS revision_ids
