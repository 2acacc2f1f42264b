// Take the title, which the newest revision gave, from documents without a current one.
// Parameters: tenant, ids (sorted). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.tenant = $tenant AND COUNT { (d)-[:CURRENT]->() } = 0
REMOVE d.title
