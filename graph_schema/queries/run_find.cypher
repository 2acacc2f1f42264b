// Is there a finished run with this id?
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})
RETURN r {.*} AS run
