// Which entities do these claims mention, and where in their text?
// Parameters: tenant, ids, limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[m:MENTIONS]->(n:Entity)
WHERE c.tenant = $tenant
WITH c, m, n
ORDER BY c.id, m.start, m.end, m.id
WITH c.id AS owner, collect({
  entity_id: n.id, name: n.name, type: n.type, surface: m.surface, start: m.start, end: m.end, extractor: m.extractor
})[0..$limit] AS found
RETURN owner, found
