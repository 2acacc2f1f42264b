// Delete chunks that nothing knows of.
// Parameters: tenant, ids (sorted). Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant
DETACH DELETE k
