// The claims that these corrections yield.
// Parameters: tenant, ids. Index: correction_id.
UNWIND $ids AS id
MATCH (x:Correction {id: id})-[:YIELDS]->(c:Claim)
WHERE x.tenant = $tenant
RETURN DISTINCT c.id AS id
