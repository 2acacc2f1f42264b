// Delete answers.
// Parameters: tenant, ids (sorted). Index: answer_id.
UNWIND $ids AS id
MATCH (a:Answer {id: id})
WHERE a.tenant = $tenant
DETACH DELETE a
