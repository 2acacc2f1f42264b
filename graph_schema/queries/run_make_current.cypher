// Append a run to its answer's history and point CURRENT_RUN at it.
// Parameters: tenant, answer, run, seq, history_edge, current_edge, now. Index: answer_id, run_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
MATCH (r:Run {id: $run, tenant: $tenant})
MERGE (a)-[h:HAS_RUN {id: $history_edge}]->(r)
ON CREATE SET h.tenant = $tenant, h.seq = $seq, h.at = datetime($now)
MERGE (a)-[c:CURRENT_RUN {id: $current_edge}]->(r)
ON CREATE SET c.tenant = $tenant
