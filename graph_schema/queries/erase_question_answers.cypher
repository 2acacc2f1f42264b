// The question with this id, and the answers to it; `answer` is null where there is none.
// Parameters: tenant, id. Index: question_id.
MATCH (q:Question {id: $id, tenant: $tenant})
OPTIONAL MATCH (q)<-[:ANSWERS]-(a:Answer)
RETURN q.id AS question, a.id AS id, a.key AS key
ORDER BY id
