// Give a document the title and media type of its new revision.
// Parameters: tenant, id, title, media_type. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})
SET d.title = $title, d.media_type = $media_type
