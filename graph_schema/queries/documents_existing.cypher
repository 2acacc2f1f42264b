// Which of these documents are there?
// Parameters: tenant, ids. Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant
RETURN d.id AS id
