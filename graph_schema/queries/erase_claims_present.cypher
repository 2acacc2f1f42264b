// Which of these claims are there?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})
WHERE c.tenant = $tenant
RETURN c.id AS id
