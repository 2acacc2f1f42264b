// Add a revision to its document.
// Parameters: tenant, document, id, edge, number, sha256, text_sha256, reader, chunker, now, and section (list).
// Index: document_id, revision_id.
MATCH (d:Document {id: $document, tenant: $tenant})
MERGE (r:Revision {id: $id})
ON CREATE SET r.tenant = $tenant, r.number = $number, r.sha256 = $sha256, r.text_sha256 = $text_sha256,
              r.reader = $reader, r.chunker = $chunker, r.characters = $characters, r.ingested_at = datetime($now)
MERGE (r)<-[h:HAS_REVISION {id: $edge}]-(d)
ON CREATE SET h.tenant = $tenant
