// What do these claims say, as triples, and which entities are their ends?
// Parameters: tenant, ids, limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[:HAS_TRIPLE]->(t:Triple)
WHERE c.tenant = $tenant
OPTIONAL MATCH (t)-[:HEAD]->(h:Entity)
OPTIONAL MATCH (t)-[:TAIL]->(n:Entity)
WITH c, t, h, n
ORDER BY c.id, t.key, t.extractor, t.id
WITH c.id AS owner, collect({
  id: t.id, claim_id: c.id, head: t.head, relation: t.relation, tail: t.tail, key: t.key, confidence: t.confidence,
  extractor: t.extractor, head_entity_id: h.id, tail_entity_id: n.id
})[0..$limit] AS found
RETURN owner, found
