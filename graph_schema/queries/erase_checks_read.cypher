// Which premises of which claims have a piece in these chunks?
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[e:CHECKED_AGAINST]-(c:Claim)
WHERE k.tenant = $tenant AND e.erased IS NULL
RETURN DISTINCT c.id AS claim, e.premise_id AS premise
