// All inputs of a job, with its owner; the write lock is held until the transaction ends, so that the owner read here
// is still the owner when it is replaced. No row: it is gone.
// Parameters: tenant, id. Index: job_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.attempts = j.attempts
WITH j
RETURN j.answer_id AS answer_id, j.answer AS answer, j.question AS question, j.model AS model, j.key AS key,
       j.domain AS domain, j.risk AS risk, j.correct AS correct, j.contexts AS contexts, j.task AS task,
       j.seen_at AS asked_at, j.owner AS owner, j.lease_until AS lease_until, j.attempts AS attempts
