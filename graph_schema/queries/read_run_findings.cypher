// What did these runs find about each claim?
// Parameters: tenant, ids, limit (a run). Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[f:FOUND]->(c:Claim)
WHERE r.tenant = $tenant
WITH r, f, c
ORDER BY r.id, f.spans[0], c.id
WITH r.id AS owner, collect({
  id: f.id, run_id: r.id, claim_id: c.id, verdict: f.verdict, confidence: f.confidence,
  unscored_reason: f.unscored_reason, possible: f.possible, open: f.open, spans: f.spans, judges: f.judges, votes: f.votes, carried: f.carried,
  stale: f.stale, redeep_score: f.redeep_score, redeep_ecs: f.redeep_ecs, redeep_pks: f.redeep_pks
})[0..$limit] AS found
RETURN owner, found
