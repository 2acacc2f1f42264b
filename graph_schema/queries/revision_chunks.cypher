// Say where in a revision's text each of its chunks stands.
// Parameters: tenant, revision, rows [{id, chunk, ordinal, start, end, page, section_path}] sorted by chunk.
// Index: revision_id, chunk_id.
MATCH (r:Revision {id: $revision, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Chunk {id: row.chunk})
MERGE (c)<-[h:HAS_CHUNK {id: row.id}]-(r)
ON CREATE SET h.tenant = $tenant, h.ordinal = row.ordinal, h.start = row.start, h.end = row.end,
              h.page = row.page, h.section_path = row.section_path
RETURN count(h) AS placed
