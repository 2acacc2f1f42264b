// In which current revisions, and where in them, do these chunks stand?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (c:Chunk {id: id})<-[h:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE c.tenant = $tenant
RETURN c.id AS chunk_id, d.id AS document_id, d.key AS document, d.title AS title, d.kind AS kind, r.id AS revision_id,
       r.number AS revision, h.start AS start, h.end AS end, h.page AS page
ORDER BY chunk_id, document, start
