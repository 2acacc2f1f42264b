// These chunks; one whose text has been erased has an empty text.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})
WHERE c.tenant = $tenant
RETURN c.id AS id, coalesce(c.text, '') AS text, c.lang AS lang, coalesce(c.tokens, 0) AS tokens
