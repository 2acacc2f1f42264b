// Which chunks stand right before (step -1) and right behind (step 1) these in the texts of current sources? A row for
// each of them, and one without a neighbour for a chunk that is all of a text.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[h:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
OPTIONAL MATCH (r)-[n:HAS_CHUNK]->(o:Chunk)
WHERE n.ordinal = h.ordinal - 1 OR n.ordinal = h.ordinal + 1
RETURN id AS chunk_id, r.id AS revision_id, n.ordinal - h.ordinal AS step, o.id AS id, o.text AS text, o.lang AS lang
ORDER BY chunk_id, revision_id, step
