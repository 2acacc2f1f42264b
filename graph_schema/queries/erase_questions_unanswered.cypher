// Delete those of these questions that no answer answers.
// Parameters: tenant, ids (sorted). Index: question_id.
UNWIND $ids AS id
MATCH (q:Question {id: id})
WHERE q.tenant = $tenant AND COUNT { (q)<-[:ANSWERS]-() } = 0
DETACH DELETE q
