// Write which chunks a run looked at for which claim; none of these edges is there yet (`run_write` tells). A MERGE
// would look through all edges of the run, or of the chunk, for each: a long context has thousands of both.
// Parameters: tenant, run, rows [{id, chunk, claim, source, rank, score, revision_ids}] sorted by chunk.
// Index: run_id, chunk_id.
MATCH (r:Run {id: $run, tenant: $tenant})
UNWIND $rows AS row
MATCH (c:Chunk {id: row.chunk})
CREATE (r)-[e:RETRIEVED {id: row.id}]->(c)
SET e.tenant = $tenant, e.claim_id = row.claim, e.source = row.source, e.rank = row.rank, e.score = row.score,
  e.revision_ids = row.revision_ids
