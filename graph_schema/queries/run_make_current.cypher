// Append a run to its answer's history, point CURRENT_RUN at it and project its findings onto the answer.
// Parameters: tenant, answer, run, seq, history_edge, current_edge, now, rows [{id, claim, verdict, confidence, open, spans,
// redeep_score, redeep_ecs, redeep_pks}] sorted by claim. Index: answer_id, run_id, claim_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
MATCH (r:Run {id: $run, tenant: $tenant})
MERGE (a)-[h:HAS_RUN {id: $history_edge}]->(r)
ON CREATE SET h.tenant = $tenant, h.seq = $seq, h.at = datetime($now)
MERGE (a)-[c:CURRENT_RUN {id: $current_edge}]->(r)
ON CREATE SET c.tenant = $tenant
WITH a
UNWIND $rows AS row
MATCH (f:Claim {id: row.claim})
MERGE (a)-[e:ASSERTS {id: row.id}]->(f)
ON CREATE SET e.tenant = $tenant, e.verdict = row.verdict, e.confidence = row.confidence, e.open = row.open,
  e.spans = row.spans,
  e.redeep_score = row.redeep_score, e.redeep_ecs = row.redeep_ecs, e.redeep_pks = row.redeep_pks
