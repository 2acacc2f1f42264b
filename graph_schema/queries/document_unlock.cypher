// Leave no trace of the write lock.
// Parameters: tenant, id, title, media_type. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})
SET d.title = $title, d.media_type = $media_type
REMOVE d.locked
