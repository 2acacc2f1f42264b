// Write what a run concluded about each claim; append-only.
// Parameters: tenant, run, rows [{id, claim, verdict, confidence, unscored_reason, possible, open, spans, judges, votes,
// checks, carried, redeep_score, redeep_ecs, redeep_pks}] sorted by claim. Index: run_id, claim_id.
MATCH (r:Run {id: $run, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MERGE (r)-[f:FOUND {id: row.id}]->(c)
ON CREATE SET f.tenant = $tenant, f.verdict = row.verdict, f.confidence = row.confidence,
  f.unscored_reason = row.unscored_reason, f.possible = row.possible, f.open = row.open, f.spans = row.spans, f.judges = row.judges, f.votes = row.votes,
  f.checks = row.checks, f.carried = row.carried, f.redeep_score = row.redeep_score,
  f.redeep_ecs = row.redeep_ecs, f.redeep_pks = row.redeep_pks, f.stale = false
