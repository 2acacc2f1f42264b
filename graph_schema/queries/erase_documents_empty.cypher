// Delete those of these documents that have no revision left.
// Parameters: tenant, ids (sorted). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant AND COUNT { (d)-[:HAS_REVISION]->() } = 0
DETACH DELETE d
