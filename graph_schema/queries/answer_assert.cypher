// Project a run's findings onto its answer.
// Parameters: tenant, answer, rows [{id, claim, verdict, confidence, spans, redeep_score, redeep_ecs, redeep_pks}]
// sorted by claim. Index: answer_id, claim_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MERGE (a)-[e:ASSERTS {id: row.id}]->(c)
ON CREATE SET e.tenant = $tenant, e.verdict = row.verdict, e.confidence = row.confidence, e.spans = row.spans,
  e.redeep_score = row.redeep_score, e.redeep_ecs = row.redeep_ecs, e.redeep_pks = row.redeep_pks
