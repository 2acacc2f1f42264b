// Which chunks do these revisions hold?
// Parameters: tenant, ids. Index: revision_id.
UNWIND $ids AS id
MATCH (r:Revision {id: id})-[:HAS_CHUNK]->(k:Chunk)
WHERE r.tenant = $tenant
RETURN DISTINCT k.id AS id
ORDER BY id
