// All revisions of these documents.
// Parameters: tenant, ids. Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:HAS_REVISION]->(r:Revision)
WHERE d.tenant = $tenant
RETURN DISTINCT r.id AS id
ORDER BY id
