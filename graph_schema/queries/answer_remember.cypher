// Keep an answer and, where it has one, its question.
// Parameters: tenant, id, text, lang, model, key, now. Index: answer_id.
MERGE (a:Answer {id: $id})
ON CREATE SET a.tenant = $tenant, a.text = $text, a.lang = $lang, a.model = $model, a.key = $key, a.runs = 0,
              a.created_at = datetime($now)
