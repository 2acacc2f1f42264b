// The contexts that open jobs bring, of other answers than these.
// Parameters: tenant, answers. Index: job_by_tenant.
MATCH (j:Job {tenant: $tenant})
WHERE NOT j.answer_id IN $answers
RETURN j.contexts AS contexts
