// Which chunks did a run look at for which claims, and which of them have been erased since? `revision_ids` are those of
// then, `current_ids` the current revisions of sources that hold them now.
// Parameters: tenant, run. Index: run_id.
MATCH (r:Run {id: $run, tenant: $tenant})-[e:RETRIEVED]->(k:Chunk)
OPTIONAL MATCH (k)<-[:HAS_CHUNK]-(n:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source'
WITH e, k, collect(DISTINCT n.id) AS current_ids
RETURN e.claim_id AS claim, k.id AS chunk_id, k.text AS text, k.lang AS lang, e.source AS source, e.rank AS rank,
       e.score AS score, e.revision_ids AS revision_ids, current_ids,
       k.erased_at IS NOT NULL AS erased
ORDER BY claim, rank, chunk_id
