// Give back a place in the history that was taken in this transaction and is not needed.
// Parameters: tenant, answer. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
SET a.runs = a.runs - 1
