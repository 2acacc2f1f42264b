// Delete a job that is still one's own; `deleted` is 0 where somebody else owns it or it is gone.
// Parameters: tenant, id, owner. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
WHERE j.owner = $owner
DELETE j
RETURN count(*) AS deleted
