// Which entities do these claims mention?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[:MENTIONS]->(e:Entity)
WHERE c.tenant = $tenant
RETURN DISTINCT e.id AS id
