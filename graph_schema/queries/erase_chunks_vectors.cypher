// Take the vectors of one embedder from chunks.
// Parameters: tenant, ids (sorted). Placeholder: VECTOR. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant
REMOVE k.{{VECTOR}}
