// These documents, each with its current revision.
// Parameters: tenant, ids. Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant
OPTIONAL MATCH (d)-[:CURRENT]->(r:Revision)
RETURN d.id AS id, d.kind AS kind, d.key AS key, d.title AS title, d.media_type AS media_type,
       d.created_at AS created_at, r.id AS current_revision_id
