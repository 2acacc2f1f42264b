// Make sure that the document is there, and take its next revision number. Whoever comes second waits (Neo4j) or
// starts again (the embedded store, which only sees a conflict where a property really changes).
// Parameters: tenant, id, kind, key, title, media_type, now. Index: document_id.
MERGE (d:Document {id: $id})
ON CREATE SET d.tenant = $tenant, d.kind = $kind, d.key = $key, d.title = $title, d.media_type = $media_type,
              d.revisions = 0, d.created_at = datetime($now)
SET d.revisions = d.revisions + 1
RETURN d.revisions AS number
