// Lock the lock's own node until the transaction ends, and read who holds it.
// Parameters: owner. Index: schema_lock_id.
MERGE (l:SchemaLock {id: 'schema'})
SET l.asked_by = $owner
RETURN l.owner AS owner, l.until AS until
