// Make a job one's own; no row: it is gone. Only in the transaction that has just read its owner with `job_open`.
// Parameters: tenant, id, owner, lease_until. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.owner = $owner, j.lease_until = $lease_until, j.attempts = j.attempts + 1
RETURN j.id AS id
