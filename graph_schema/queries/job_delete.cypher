// Delete a job that is still one's own; `deleted` is 0 where somebody else owns it or it is gone: then roll back.
// The write lock comes first, so that a worker who lost the job while this waited is not taken for its owner.
// Parameters: tenant, id, owner. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.attempts = j.attempts + 1
WITH j
WHERE j.owner = $owner
DELETE j
RETURN count(*) AS deleted
