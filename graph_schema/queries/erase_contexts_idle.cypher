// Which contexts has no run looked at? `key` is their text's hash.
// Parameters: tenant. Index: document_by_key.
MATCH (d:Document {tenant: $tenant})
WHERE d.key IS NOT NULL AND d.kind = 'context'
OPTIONAL MATCH (d)-[:HAS_REVISION]->(:Revision)-[:HAS_CHUNK]->(:Chunk)<-[e:RETRIEVED]-(:Run)
WITH d.id AS id, d.key AS key, count(DISTINCT e.id) AS looked
WHERE looked = 0
RETURN id, key
ORDER BY id
