// Which of these chunks are there already, with this embedder's vector, and read for statements by which reader?
// Parameters: tenant, ids. Placeholder: VECTOR. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})
WHERE c.tenant = $tenant
RETURN c.id AS id, c.{{VECTOR}} IS NOT NULL AS embedded, c.read_by AS read_by
