// What corrections did these runs make? What do they rest on, and what do they yield?
// Parameters: tenant, ids, limit (a run). Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[:HAS_CORRECTION]->(k:Correction)-[:CORRECTS]->(c:Claim)
WHERE r.tenant = $tenant
OPTIONAL MATCH (k)-[:BASED_ON]->(h:Chunk)
WITH r.id AS owner, k, c, r, collect(DISTINCT h.id) AS chunk_ids
OPTIONAL MATCH (k)-[y:YIELDS]->(n:Claim)
WITH owner, k, c, r, chunk_ids, collect(n.id)[0] AS yields, collect(y.verdict)[0] AS verdict,
     collect(y.confidence)[0] AS confidence
ORDER BY owner, k.id
WITH owner, collect({
  id: k.id, claim_id: c.id, run_id: r.id, before: k.before, after: k.after, method: k.method,
  prompt_version: k.prompt_version, chunk_ids: chunk_ids, yields: yields, verdict: verdict, confidence: confidence
})[0..$limit] AS found
RETURN owner, found
