// Note which reader has read the statements of these chunks, however many it found.
// Parameters: tenant, ids (sorted), reader. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})
WHERE c.tenant = $tenant
SET c.read_by = $reader
