// Which chunks of current sources mention the entities of a claim, those that share most of them first?
// `entity` is one of the claim's, `id` the entity itself or one that is the same as it: an entity counts once.
// Parameters: tenant, rows [{claim, entity, id}], limit (a claim). Index: entity_id.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})<-[:MENTIONS]-(c:Chunk)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE e.tenant = $tenant AND c.tenant = $tenant AND d.kind = 'source'
WITH row.claim AS claim, c, count(DISTINCT row.entity) AS shared, collect(DISTINCT r.id) AS revision_ids
ORDER BY claim, shared DESC, c.id
WITH claim, collect({id: c.id, text: c.text, lang: c.lang, shared: shared, revision_ids: revision_ids})[0..$limit] AS found
RETURN claim, found
