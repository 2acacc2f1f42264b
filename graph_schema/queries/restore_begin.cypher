// Mark that a restore into this store has begun: until the mark is gone no command uses the store.
// It stands among the migrations, under the number of none, so that programs that know no restore refuse it too.
// Parameters: checksum (of the backup). Index: schema_migration_id.
MERGE (m:SchemaMigration {id: 'restore'})
SET m.number = 0, m.name = 'restore', m.checksum = $checksum
