// Write which claims a chunk states, and where in its text.
// Parameters: tenant, rows [{id, chunk, claim, start, end, spans, extractor}] sorted by claim. Index: chunk_id, claim_id.
UNWIND $rows AS row
MATCH (k:Chunk {id: row.chunk})
MATCH (c:Claim {id: row.claim})
MERGE (c)<-[s:STATES {id: row.id}]-(k)
ON CREATE SET s.tenant = $tenant, s.start = row.start, s.end = row.end, s.spans = row.spans,
              s.extractor = row.extractor
