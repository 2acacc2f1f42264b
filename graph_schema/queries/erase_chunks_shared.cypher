// Which of these chunks do other revisions hold as well?
// Parameters: tenant, ids, revisions (that are to go). Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[:HAS_CHUNK]-(r:Revision)
WHERE k.tenant = $tenant AND NOT r.id IN $revisions
RETURN DISTINCT k.id AS id
