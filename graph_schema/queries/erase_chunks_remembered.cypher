// Which of these chunks does the history of some answer know?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant AND COUNT { (k)<-[:RETRIEVED|CHECKED_AGAINST|BASED_ON]-() } > 0
RETURN k.id AS id
