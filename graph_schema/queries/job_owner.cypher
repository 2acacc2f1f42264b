// Who works on a job, without a lock; no row: there is no such job.
// Parameters: tenant, id. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
RETURN j.owner AS owner, j.lease_until AS lease_until, j.attempts AS attempts
