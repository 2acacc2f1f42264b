// Which revision numbers has a document used, and which revision is current? Read under the document's lock.
// Parameters: tenant, id. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})-[:HAS_REVISION]->(r:Revision)
RETURN r.id AS revision_id, r.number AS number, r.sha256 AS sha256, r.reader AS reader, r.chunker AS chunker,
       COUNT { (d)-[:CURRENT]->(r) } > 0 AS current
