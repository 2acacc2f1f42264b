// Take the schema lock, in the transaction that has just read it.
// Parameters: owner, until (seconds since the epoch). Index: schema_lock_id.
MATCH (l:SchemaLock {id: 'schema'})
SET l.owner = $owner, l.until = $until
