// Which chunks of current sources mention the entities of a claim, those that share most of them first?
// Parameters: tenant, rows [{claim, entities}], limit (a claim). Index: entity_id.
UNWIND $rows AS row
UNWIND row.entities AS entity
MATCH (e:Entity {id: entity})<-[:MENTIONS]-(c:Chunk)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE c.tenant = $tenant AND d.kind = 'source'
WITH row.claim AS claim, c, count(DISTINCT e) AS shared, collect(DISTINCT r.id) AS revision_ids
ORDER BY claim, shared DESC, c.id
WITH claim, collect({id: c.id, text: c.text, lang: c.lang, shared: shared, revision_ids: revision_ids})[0..$limit] AS found
RETURN claim, found
