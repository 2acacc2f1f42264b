// The corrections of a run: what each corrects, rests on and yields.
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})-[:HAS_CORRECTION]->(k:Correction)-[:CORRECTS]->(c:Claim)
OPTIONAL MATCH (k)-[b:BASED_ON]->(h:Chunk)
WITH k, c, collect(DISTINCT h.id) AS chunk_ids, collect(
  CASE WHEN h IS NULL THEN NULL ELSE {chunk_id: h.id, text: h.text, spans: b.spans} END
) AS basis
OPTIONAL MATCH (k)-[y:YIELDS]->(:Claim)
RETURN k.id AS id, c.id AS claim_id, k.before AS before, k.after AS after, k.method AS method,
       k.prompt_version AS prompt_version, chunk_ids, basis, min(y.verdict) AS verdict,
       min(y.confidence) AS confidence
ORDER BY id
