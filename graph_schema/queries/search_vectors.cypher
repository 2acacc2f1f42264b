// Which chunks of the tenant's own index are nearest to each vector? Each chunk once, with all that it
// is near to; those of no current source have no revisions.
// Parameters: tenant, index, fetch, rows [{i, vector}]. Index: the tenant's vector index of one embedder.
UNWIND $rows AS row
CALL db.index.vector.queryNodes($index, $fetch, row.vector) YIELD node, score
WITH node, collect({i: row.i, score: score}) AS hits
OPTIONAL MATCH (node)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
RETURN node.id AS id, node.text AS text, node.lang AS lang, hits, collect(DISTINCT r.id) AS revision_ids
