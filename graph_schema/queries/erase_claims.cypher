// Delete claims with the checks made of them.
// Parameters: tenant, ids (sorted). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})
WHERE c.tenant = $tenant
DETACH DELETE c
