// Which of these contexts did other runs look at?
// Parameters: tenant, ids, runs (that are to go). Index: document_id.
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:HAS_REVISION]->(:Revision)-[:HAS_CHUNK]->(:Chunk)<-[e:RETRIEVED]-(r:Run)
WHERE d.tenant = $tenant AND e.source = 'given' AND NOT r.id IN $runs
RETURN DISTINCT d.id AS id
