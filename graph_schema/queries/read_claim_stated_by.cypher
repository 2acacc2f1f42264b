// Which chunks state these claims, and where in their text? As its last reader
// has read it; a chunk of no revision (a load that was killed) does not count.
// Parameters: tenant, ids, limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})<-[s:STATES]-(k:Chunk)
WHERE c.tenant = $tenant AND s.extractor = k.read_by AND COUNT { (k)<-[:HAS_CHUNK]-(:Revision) } > 0
WITH c, s, k
ORDER BY c.id, k.id, s.start, s.id
WITH c.id AS owner, collect({
  chunk_id: k.id, claim_id: c.id, start: s.start, end: s.end, spans: s.spans, extractor: s.extractor
})[0..$limit] AS found
RETURN owner, found
