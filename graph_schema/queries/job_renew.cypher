// Hold on to a job for another while; no row: somebody else owns it now.
// Parameters: tenant, id, owner, lease_until. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
WHERE j.owner = $owner
SET j.lease_until = $lease_until
RETURN j.id AS id
