// What did sources state about the entities of a claim, in chunks that no current revision holds, and until when?
// Parameters: tenant, rows [{claim, id}], limit (a claim). Index: entity_id.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})<-[:MENTIONS]-(c:Claim)<-[s:STATES]-(k:Chunk)<-[:HAS_CHUNK]-(r:Revision)
WHERE e.tenant = $tenant AND r.superseded_at IS NOT NULL AND s.extractor = k.read_by
  AND COUNT { (k)<-[:HAS_CHUNK]-(:Revision)<-[:CURRENT]-(:Document) } = 0
WITH DISTINCT row.claim AS claim, c, k, s, r
MATCH (c)-[:HAS_TRIPLE]->(t:Triple)
WHERE t.extractor = s.extractor
WITH claim, k.id AS chunk_id, s.start AS start, s.end AS end, c.text AS text, t.key AS key, max(r.superseded_at) AS until
ORDER BY claim, until DESC, key, chunk_id, start
WITH claim, collect({chunk_id: chunk_id, start: start, end: end, text: text, key: key, until: until})[0..$limit] AS found
RETURN claim, found
