// Which of these triples does a current source state?
// Parameters: tenant, keys. Index: triple_by_key.
UNWIND $keys AS key
MATCH (t:Triple {tenant: $tenant, key: key})<-[:HAS_TRIPLE]-(:Claim)<-[s:STATES]-(k:Chunk)<-[:HAS_CHUNK]-(:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND s.extractor = k.read_by
RETURN DISTINCT key
