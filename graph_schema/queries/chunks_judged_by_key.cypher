// Which chunks of current sources carried an earlier verdict, for or against, on a claim with the same triple?
// Parameters: tenant, rows [{claim, key}], limit (a claim). Index: triple_by_key.
UNWIND $rows AS row
MATCH (t:Triple {tenant: $tenant, key: row.key})<-[:HAS_TRIPLE]-(c:Claim)<-[f:FOUND]-(:Run)
WHERE f.verdict IN ['SUPPORTED', 'CONTRADICTED']
UNWIND f.carried AS carried
WITH DISTINCT row.claim AS claim, c, carried
MATCH (c)-[e:CHECKED_AGAINST {id: carried}]->(k:Chunk)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
WITH claim, k, count(DISTINCT e.judge) AS shared, collect(DISTINCT r.id) AS revision_ids
ORDER BY claim, shared DESC, k.id
WITH claim, collect({id: k.id, text: k.text, lang: k.lang, shared: shared, revision_ids: revision_ids})[0..$limit] AS found
RETURN claim, found
