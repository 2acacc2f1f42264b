// Which triples have these entities as head or tail?
// Parameters: tenant, ids, limit (an entity). Index: entity_id.
UNWIND $ids AS id
MATCH (e:Entity {id: id})<-[:HEAD|TAIL]-(t:Triple)<-[:HAS_TRIPLE]-(c:Claim)
WHERE e.tenant = $tenant
WITH DISTINCT e, t, c
OPTIONAL MATCH (t)-[:HEAD]->(h:Entity)
OPTIONAL MATCH (t)-[:TAIL]->(n:Entity)
WITH e, c, t, h, n
ORDER BY e.id, t.key, t.extractor, t.id
WITH e.id AS owner, collect({
  id: t.id, claim_id: c.id, head: t.head, relation: t.relation, tail: t.tail, key: t.key, confidence: t.confidence,
  extractor: t.extractor, head_entity_id: h.id, tail_entity_id: n.id
})[0..$limit] AS found
RETURN owner, found
