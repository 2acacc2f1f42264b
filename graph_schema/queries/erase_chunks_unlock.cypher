// Let other writers at the chunks that stay.
// Parameters: tenant, ids (sorted). Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant
REMOVE k.erasing
