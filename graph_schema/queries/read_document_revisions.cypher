// The revisions of these documents, the newest first.
// Parameters: tenant, ids, limit (a document). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:HAS_REVISION]->(r:Revision)
WHERE d.tenant = $tenant
WITH d, r, COUNT { (d)-[:CURRENT]->(r) } > 0 AS current, COUNT { (r)-[:HAS_CHUNK]->(:Chunk) } AS chunks
ORDER BY d.id, r.number DESC
WITH d.id AS owner, collect({
  id: r.id, number: r.number, sha256: r.sha256, reader: r.reader, chunker: r.chunker, characters: r.characters,
  ingested_at: r.ingested_at, superseded_at: r.superseded_at, current: current, chunk_count: chunks
})[0..$limit] AS found
RETURN owner, found
