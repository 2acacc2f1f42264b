// Take erased revisions from what runs noted of the chunks that they looked at.
// Parameters: tenant, ids (of chunks, sorted), revisions. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[e:RETRIEVED]-(:Run)
WHERE k.tenant = $tenant
SET e.revision_ids = [one IN e.revision_ids WHERE NOT one IN $revisions]
