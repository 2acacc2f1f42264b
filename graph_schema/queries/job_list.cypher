// A page of the tenant's jobs in the order of their ids, without their texts.
// Parameters: tenant, after (an id; "" for the first page), limit. Index: job_by_tenant.
MATCH (j:Job {tenant: $tenant})
WHERE j.id > $after
RETURN j.id AS id, j.answer_id AS answer_id, j.task AS task, j.model AS model, j.key AS key, j.owner AS owner,
       j.lease_until AS lease_until, j.attempts AS attempts, j.seen_at AS asked_at,
       size(j.answer) AS answer_chars
ORDER BY id
LIMIT $limit
