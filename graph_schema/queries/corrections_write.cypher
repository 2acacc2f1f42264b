// Write a run's corrections and what each corrects.
// Parameters: tenant, run, rows [{id, claim, before, after, method, prompt_version, has_edge, corrects_edge}]
// sorted by id. Index: run_id, claim_id, correction_id.
MATCH (r:Run {id: $run, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MERGE (k:Correction {id: row.id})
ON CREATE SET k.tenant = $tenant, k.before = row.before, k.after = row.after, k.method = row.method,
  k.prompt_version = row.prompt_version
MERGE (k)<-[h:HAS_CORRECTION {id: row.has_edge}]-(r)
ON CREATE SET h.tenant = $tenant
MERGE (k)-[e:CORRECTS {id: row.corrects_edge}]->(c)
ON CREATE SET e.tenant = $tenant
