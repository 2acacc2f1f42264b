// Keep a question and join the answer to it.
// Parameters: tenant, id, text, answer, edge, now. Index: question_id, answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})
MERGE (q:Question {id: $id})
ON CREATE SET q.tenant = $tenant, q.text = $text, q.created_at = datetime($now)
MERGE (a)-[e:ANSWERS {id: $edge}]->(q)
ON CREATE SET e.tenant = $tenant
