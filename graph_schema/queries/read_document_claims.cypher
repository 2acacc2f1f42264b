// Which assertions rest on these documents: decided, in an answer's current run, by a check against one of the
// document's current chunks?
// Parameters: tenant, ids, verdict (null: any), limit (a document). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:CURRENT]->(:Revision)-[:HAS_CHUNK]->(:Chunk)<-[k:CHECKED_AGAINST]-(c:Claim)
WHERE d.tenant = $tenant
MATCH (c)<-[f:FOUND]-(r:Run)<-[:CURRENT_RUN]-(a:Answer)-[e:ASSERTS]->(c)
WHERE k.id IN f.carried AND ($verdict IS NULL OR e.verdict = $verdict)
WITH DISTINCT d, c, f, r, a, e
ORDER BY d.id, e.verdict, c.id, a.id
WITH d.id AS owner, collect({
  id: e.id, answer_id: a.id, claim_id: c.id, run_id: r.id, verdict: e.verdict, confidence: e.confidence,
  unscored_reason: f.unscored_reason, possible: f.possible, open: f.open, spans: e.spans, judges: f.judges, votes: f.votes, carried: f.carried,
  stale: f.stale, redeep_score: e.redeep_score, redeep_ecs: e.redeep_ecs, redeep_pks: e.redeep_pks
})[0..$limit] AS found
RETURN owner, found
