// Which corrections rest on these chunks?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[:BASED_ON]-(x:Correction)<-[:HAS_CORRECTION]-(r:Run)
WHERE k.tenant = $tenant AND x.erased IS NULL
RETURN DISTINCT x.id AS id, r.id AS run
