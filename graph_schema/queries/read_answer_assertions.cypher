// Which claims do these answers assert now, and what did the run that says so find?
// Parameters: tenant, ids, limit (an answer). Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})-[:CURRENT_RUN]->(r:Run)-[f:FOUND]->(c:Claim)<-[e:ASSERTS]-(a)
WHERE a.tenant = $tenant
WITH c, e, a, r, f
ORDER BY a.id, e.spans[0], c.id
WITH a.id AS owner, collect({
  id: e.id, answer_id: a.id, claim_id: c.id, run_id: r.id, verdict: e.verdict, confidence: e.confidence,
  unscored_reason: f.unscored_reason, possible: f.possible, open: f.open, spans: e.spans, judges: f.judges, votes: f.votes, carried: f.carried,
  stale: f.stale, redeep_score: e.redeep_score, redeep_ecs: e.redeep_ecs, redeep_pks: e.redeep_pks
})[0..$limit] AS found
RETURN owner, found
