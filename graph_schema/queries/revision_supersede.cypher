// Take the current mark from a document's revision.
// Parameters: tenant, document, now. Index: document_id.
MATCH (d:Document {id: $document, tenant: $tenant})-[c:CURRENT]->(r:Revision)
SET r.superseded_at = datetime($now)
DELETE c
