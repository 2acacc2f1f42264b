// Let other writers at the documents that are left.
// Parameters: tenant, ids (sorted). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant
REMOVE d.erasing
