// Give chunks their vector of one embedder.
// Parameters: tenant, rows [{id, vector}] sorted by id. Placeholder: VECTOR. Index: chunk_id.
UNWIND $rows AS row
MATCH (c:Chunk {id: row.id})
WHERE c.tenant = $tenant
SET c.{{VECTOR}} = row.vector
