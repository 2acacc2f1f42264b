// Which chunks of current sources state a claim about the entities of a claim? First those that share most of them
// within one claim; the same relation counts as half an entity.
// `entity` is one of the claim's, `id` the entity itself or one that is the same as it; `relation` stands in the
// middle of a triple's key.
// Parameters: tenant, rows [{claim, entity, id, relation}], limit (a claim). Index: entity_id.
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})<-[:MENTIONS]-(c:Claim)<-[s:STATES]-(k:Chunk)
WHERE e.tenant = $tenant AND s.extractor = k.read_by
OPTIONAL MATCH (c)-[:HAS_TRIPLE]->(t:Triple)
WHERE t.key CONTAINS row.relation
WITH row.claim AS claim, c, k, count(DISTINCT row.entity) AS entities, count(DISTINCT t.id) AS relations
WITH claim, k, max(entities + CASE WHEN relations > 0 THEN 0.5 ELSE 0.0 END) AS shared
MATCH (k)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant
WITH claim, k, shared, collect(DISTINCT r.id) AS revision_ids
ORDER BY claim, shared DESC, k.id
WITH claim, collect({id: k.id, text: k.text, lang: k.lang, shared: shared, revision_ids: revision_ids})[0..$limit] AS found
RETURN claim, found
