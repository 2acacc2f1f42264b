// Write chunks. Labels stand in the pattern: they are never changed later.
// Parameters: tenant, rows [{id, text, lang, tokens}] sorted by id. Placeholder: LABEL. Index: chunk_id.
UNWIND $rows AS row
MERGE (c:Chunk:{{LABEL}} {id: row.id})
ON CREATE SET c.tenant = $tenant, c.text = row.text, c.lang = row.lang, c.tokens = row.tokens
