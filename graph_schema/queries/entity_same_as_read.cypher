// Which merges was an entity part of, those that hold and those that were undone?
// Parameters: tenant, ids, limit (an entity). Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[s:SAME_AS]-(other:Entity)
WHERE s.tenant = $tenant
WITH e, s, other
ORDER BY e.id, s.id
WITH e.id AS owner, collect({
  id: s.id, entity_id: other.id, name: other.name, surface: other.surface, type: other.type,
  reason: s.reason, source: s.source, active: s.active
})[0..$limit] AS found
RETURN owner, found
