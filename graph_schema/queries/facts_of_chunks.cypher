// What do these chunks state, with its triples, and where in their text? As their last reader has read them; a chunk
// that nobody has read has no `read_by`, one that states nothing no text, a statement without a triple no key.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})
WHERE k.tenant = $tenant
OPTIONAL MATCH (k)-[s:STATES]->(c:Claim)
WHERE s.extractor = k.read_by
OPTIONAL MATCH (c)-[:HAS_TRIPLE]->(t:Triple)
WHERE t.extractor = s.extractor
RETURN k.id AS chunk_id, k.read_by AS read_by, s.start AS start, s.end AS end, c.text AS text, t.key AS key
ORDER BY chunk_id, start, end, key
