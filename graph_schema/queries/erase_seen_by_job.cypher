// How often has text been erased while a job was open? The write makes erasing and concluding wait for each other.
// Parameters: tenant, id, nonce. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.concluding = $nonce
RETURN coalesce(j.erasures, 0) AS erasures
