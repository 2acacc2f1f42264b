// What a run concluded about each claim.
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})-[f:FOUND]->(c:Claim)
RETURN c.id AS claim, f.verdict AS verdict, f.confidence AS confidence, f.unscored_reason AS unscored_reason, f.possible AS possible,
       coalesce(f.open, false) AS open,
       f.spans AS spans, f.judges AS judges, f.votes AS votes, f.checks AS checks, f.carried AS carried,
       f.redeep_score AS redeep_score, f.redeep_ecs AS redeep_ecs, f.redeep_pks AS redeep_pks
ORDER BY claim
