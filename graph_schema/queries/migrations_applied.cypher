// Which migrations has this store seen? The whole list is a handful of nodes.
// Parameters: none.
MATCH (m:SchemaMigration)
RETURN m.number AS number, m.checksum AS checksum
ORDER BY number
