// Which merges of these entities rest on erased text?
// Parameters: tenant, ids, sources (ids of what was erased). Index: entity_id.
UNWIND $ids AS id
MATCH (a:Entity {id: id})-[s:SAME_AS]->(b:Entity)
WHERE s.tenant = $tenant AND s.source IN $sources
RETURN DISTINCT s.id AS id, a.id AS first, b.id AS second
