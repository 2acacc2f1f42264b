// Delete the triples of these claims.
// Parameters: tenant, ids (sorted). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[:HAS_TRIPLE]->(t:Triple)
WHERE c.tenant = $tenant
DETACH DELETE t
