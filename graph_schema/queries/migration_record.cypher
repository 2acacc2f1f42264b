// Record that a migration has been applied.
// Parameters: id, number, name, checksum, now. Index: schema_migration_id.
MERGE (m:SchemaMigration {id: $id})
ON CREATE SET m.number = $number, m.name = $name, m.checksum = $checksum, m.applied_at = datetime($now)
