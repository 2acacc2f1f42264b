// The restore is whole: take its mark away.
// Parameters: none. Index: schema_migration_id.
MATCH (m:SchemaMigration {id: 'restore'})
DELETE m
