// Which edges to what it looked at does a run have already?
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})-[e:RETRIEVED]->(:Chunk)
RETURN e.id AS id
