// Of which claims did a run look at text that has been erased since?
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})-[f:FOUND]->(c:Claim)
WHERE f.erased
RETURN c.id AS id
