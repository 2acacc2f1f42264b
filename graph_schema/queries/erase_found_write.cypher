// Mark the findings whose recorded premises include erased text, and their runs.
// Parameters: tenant, rows [{run, id, checks, carried, stale}] sorted by run. Index: run_id.
UNWIND $rows AS row
MATCH (r:Run {id: row.run})-[f:FOUND]->(:Claim)
WHERE r.tenant = $tenant AND f.id = row.id
SET f.checks = row.checks, f.carried = row.carried, f.stale = row.stale, f.erased = true, r.erased = true
