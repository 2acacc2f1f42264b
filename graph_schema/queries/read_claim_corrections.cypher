// What corrections were made of these claims? What do they rest on, and what do they yield?
// Parameters: tenant, ids, limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})<-[:CORRECTS]-(k:Correction)<-[:HAS_CORRECTION]-(r:Run)
WHERE c.tenant = $tenant
OPTIONAL MATCH (k)-[:BASED_ON]->(h:Chunk)
WITH c.id AS owner, k, c, r, collect(DISTINCT h.id) AS chunk_ids
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
