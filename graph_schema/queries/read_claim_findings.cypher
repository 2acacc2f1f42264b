// What has every run, also of the past, found about these claims? The latest first.
// Parameters: tenant, ids, limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})<-[f:FOUND]-(r:Run)
WHERE c.tenant = $tenant
WITH c, f, r
ORDER BY c.id, r.finished_at DESC, r.id
WITH c.id AS owner, collect({
  id: f.id, run_id: r.id, claim_id: c.id, verdict: f.verdict, confidence: f.confidence,
  unscored_reason: f.unscored_reason, possible: f.possible, open: f.open, spans: f.spans, judges: f.judges, votes: f.votes, carried: f.carried,
  stale: f.stale, redeep_score: f.redeep_score, redeep_ecs: f.redeep_ecs, redeep_pks: f.redeep_pks
})[0..$limit] AS found
RETURN owner, found
