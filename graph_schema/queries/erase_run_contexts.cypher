// The contexts that these runs looked at.
// Parameters: tenant, ids. Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})-[:RETRIEVED]->(:Chunk)<-[:HAS_CHUNK]-(:Revision)<-[:HAS_REVISION]-(d:Document)
WHERE r.tenant = $tenant AND d.kind = 'context'
RETURN DISTINCT d.id AS id
ORDER BY id
