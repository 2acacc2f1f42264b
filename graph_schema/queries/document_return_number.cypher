// Give back a revision number that was taken in this transaction and is not needed.
// Parameters: tenant, id. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})
SET d.revisions = d.revisions - 1
