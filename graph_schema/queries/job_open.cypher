// Open a job or find the one that is there; the write lock is held until the transaction ends, so that the owner
// read here is still the owner when it is replaced.
// Parameters: tenant, id, answer_id, answer, question, model, key, domain, risk, correct, contexts, settings,
// models, task, owner, lease_until, now, noted (erasures announced so far). Index: job_id.
MERGE (j:Job {id: $id})
ON CREATE SET j.tenant = $tenant, j.answer_id = $answer_id, j.answer = $answer, j.question = $question,
              j.model = $model, j.key = $key, j.domain = $domain, j.risk = $risk, j.correct = $correct,
              j.contexts = $contexts, j.settings = $settings, j.models = $models, j.task = $task,
              j.erasures_noted = $noted, j.owner = $owner, j.lease_until = $lease_until, j.attempts = 1,
              j.created_at = datetime($now)
SET j.seen_at = datetime($now)
RETURN j.owner AS owner, j.lease_until AS lease_until, j.attempts AS attempts
