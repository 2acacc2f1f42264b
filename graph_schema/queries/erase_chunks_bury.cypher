// Make chunks tombstones: a random id, and neither text nor hash nor vector.
// Parameters: tenant, rows [{id, grave}] sorted by id, now. Index: chunk_id.
UNWIND $rows AS row
MATCH (k:Chunk {id: row.id})
WHERE k.tenant = $tenant
SET k.id = row.grave, k.erased_at = datetime($now)
REMOVE k.text, k.tokens, k.read_by, k.erasing, k.held_by
