// Leave no trace of the write lock.
// Parameters: tenant, answer. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
REMOVE a.locked
