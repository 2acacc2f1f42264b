// Keep other writers of these chunks out until the transaction ends.
// Parameters: tenant, ids (sorted), nonce. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant
SET k.erasing = $nonce
