// Write contexts: documents whose only revision is current for ever. Another chunker adds its chunks to it.
// Parameters: tenant, now, rows [{id, key, kind, title, media_type, revision, sha256, text_sha256, reader, chunker,
// characters, has_edge, current_edge}] sorted by id. Index: document_id, revision_id.
UNWIND $rows AS row
MERGE (d:Document {id: row.id})
ON CREATE SET d.tenant = $tenant, d.kind = row.kind, d.key = row.key, d.title = row.title,
              d.media_type = row.media_type, d.revisions = 1, d.created_at = datetime($now)
MERGE (r:Revision {id: row.revision})
ON CREATE SET r.tenant = $tenant, r.number = 1, r.sha256 = row.sha256, r.text_sha256 = row.text_sha256,
              r.reader = row.reader, r.characters = row.characters, r.ingested_at = datetime($now)
SET r.chunker = row.chunker
MERGE (d)-[h:HAS_REVISION {id: row.has_edge}]->(r)
ON CREATE SET h.tenant = $tenant
MERGE (d)-[c:CURRENT {id: row.current_edge}]->(r)
ON CREATE SET c.tenant = $tenant
