// Hold on to a job for another while; no row: somebody else owns it now. The write lock comes first, so that nobody
// prolongs or lets go of what another has taken over meanwhile.
// Parameters: tenant, id, owner, lease_until. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.attempts = j.attempts
WITH j
WHERE j.owner = $owner
SET j.lease_until = $lease_until
RETURN j.id AS id
