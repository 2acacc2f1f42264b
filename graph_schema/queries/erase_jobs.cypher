// Delete the jobs of these answers: whoever works on one cannot conclude it.
// Parameters: tenant, answers. Index: job_by_tenant.
MATCH (j:Job {tenant: $tenant})
WHERE j.answer_id IN $answers
DELETE j
