// Make sure that the document is there and hold its write lock until the transaction ends.
// Parameters: tenant, id, kind, key, title, media_type, now. Index: document_id.
MERGE (d:Document {id: $id})
ON CREATE SET d.tenant = $tenant, d.kind = $kind, d.key = $key, d.title = $title, d.media_type = $media_type,
              d.created_at = datetime($now)
SET d.locked = true
RETURN d.id AS id
