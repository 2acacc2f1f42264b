// The document with this id.
// Parameters: tenant, id. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})
RETURN d.id AS id, d.key AS key
