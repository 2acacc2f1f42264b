// Which chunks of the tenant's own index hold the words of each query? Each chunk once, with all its
// hits; those of no current source have no revisions.
// Parameters: tenant, index, fetch, rows [{i, text}] (text escaped for Lucene). Index: the tenant's full-text index.
UNWIND $rows AS row
CALL db.index.fulltext.queryNodes($index, row.text, {limit: $fetch}) YIELD node, score
WITH node, collect({i: row.i, score: score}) AS hits
OPTIONAL MATCH (node)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
RETURN node.id AS id, node.text AS text, node.lang AS lang, hits, collect(DISTINCT r.id) AS revision_ids
