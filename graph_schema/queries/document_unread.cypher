// How many chunks of this document's current revision has this reader of statements not read?
// Parameters: tenant, id, reader. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})-[:CURRENT]->(:Revision)-[:HAS_CHUNK]->(c:Chunk)
WHERE c.read_by IS NULL OR c.read_by <> $reader
RETURN count(DISTINCT c) AS chunks
