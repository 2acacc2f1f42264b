// Say where in a revision's text each of its chunks stands. `held_by` is there to be written: the embedded store sees no
// conflict between a new edge and the deletion of its end (or a write that changes nothing), but between two writes.
// Parameters: tenant, revision, rows [{id, chunk, ordinal, start, end, page, section_path}] sorted by chunk.
// Index: revision_id, chunk_id.
MATCH (r:Revision {id: $revision, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Chunk {id: row.chunk})
MERGE (c)<-[h:HAS_CHUNK {id: row.id}]-(r)
ON CREATE SET h.tenant = $tenant, h.ordinal = row.ordinal, h.start = row.start, h.end = row.end,
              h.page = row.page, h.section_path = row.section_path
SET c.held_by = row.id
RETURN count(h) AS placed
