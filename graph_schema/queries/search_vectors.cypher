// Which chunks of the tenant's own index are nearest to each vector? Those of no current source have no revisions.
// Parameters: tenant, index, fetch, rows [{i, vector}]. Index: the tenant's vector index of one embedder.
UNWIND $rows AS row
CALL db.index.vector.queryNodes($index, $fetch, row.vector) YIELD node, score
OPTIONAL MATCH (node)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
RETURN row.i AS i, node.id AS id, node.text AS text, node.lang AS lang, score, collect(DISTINCT r.id) AS revision_ids
