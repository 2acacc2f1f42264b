// Release the schema lock if it is still one's own.
// Parameters: owner. Index: schema_lock_id.
MATCH (l:SchemaLock {id: 'schema'})
WHERE l.owner = $owner
REMOVE l.owner, l.until, l.asked_by
