// Which of these contexts are there, cut by this chunker?
// Parameters: tenant, ids, chunker. Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:CURRENT]->(r:Revision)
WHERE d.tenant = $tenant AND r.chunker = $chunker
RETURN d.id AS id
