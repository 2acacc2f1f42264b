// What corrections did these runs make? What do they rest on, and what do they yield?
// Parameters: tenant, ids, limit (a run). Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[:HAS_CORRECTION]->(k:Correction)-[:CORRECTS]->(c:Claim)
WHERE r.tenant = $tenant
OPTIONAL MATCH (k)-[:BASED_ON]->(h:Chunk)
WITH r.id AS owner, k, c, r, collect(DISTINCT h.id) AS chunk_ids
OPTIONAL MATCH (k)-[y:YIELDS]->(n:Claim)
WITH owner, k, c, r, chunk_ids, collect(
  CASE WHEN n IS NULL THEN NULL ELSE {claim_id: n.id, verdict: y.verdict, confidence: y.confidence} END
) AS yields
ORDER BY owner, k.id
WITH owner, collect({
  id: k.id, claim_id: c.id, run_id: r.id, before: k.before, after: k.after, method: k.method,
  prompt_version: k.prompt_version, chunk_ids: chunk_ids, yields: yields
})[0..$limit] AS found
RETURN owner, found
