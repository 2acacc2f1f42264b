// Keep other writers of these documents out until the transaction ends.
// Parameters: tenant, ids (sorted), nonce. Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant
SET d.erasing = $nonce
RETURN d.id AS id
