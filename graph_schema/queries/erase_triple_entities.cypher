// Which entities are the triples of these claims about?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[:HAS_TRIPLE]->(:Triple)-[:HEAD|TAIL]->(e:Entity)
WHERE c.tenant = $tenant
RETURN DISTINCT e.id AS id
