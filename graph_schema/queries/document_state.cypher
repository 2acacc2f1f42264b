// What is the current revision of this document?
// Parameters: tenant, id. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})-[:CURRENT]->(r:Revision)
RETURN r.id AS revision_id, r.number AS number, r.sha256 AS sha256, r.reader AS reader, r.chunker AS chunker,
       COUNT { (r)-[:HAS_CHUNK]->(:Chunk) } AS chunks, d.title AS title
