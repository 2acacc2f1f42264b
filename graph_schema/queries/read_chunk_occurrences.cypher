// Where do these chunks stand, in current and in superseded revisions? Current ones first.
// Parameters: tenant, ids, limit (a chunk). Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})<-[h:HAS_CHUNK]-(r:Revision)<-[:HAS_REVISION]-(d:Document)
WHERE c.tenant = $tenant
WITH c, h, r, d, COUNT { (d)-[:CURRENT]->(r) } > 0 AS current
ORDER BY c.id, current DESC, d.key, r.number DESC, h.start
WITH c.id AS owner, collect({
  document_id: d.id, document: d.key, title: d.title, kind: d.kind, revision_id: r.id, revision: r.number,
  current: current, start: h.start, end: h.end, page: h.page, section_path: h.section_path
})[0..$limit] AS found
RETURN owner, found
