// Which claims do these chunks state, in the order of their text? As its last reader has read it.
// Parameters: tenant, ids, limit (a chunk). Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})-[s:STATES]->(c:Claim)
WHERE k.tenant = $tenant AND s.extractor = k.read_by
WITH c, s, k
ORDER BY k.id, s.start, s.end, s.id
WITH k.id AS owner, collect({
  chunk_id: k.id, claim_id: c.id, start: s.start, end: s.end, spans: s.spans, extractor: s.extractor
})[0..$limit] AS found
RETURN owner, found
