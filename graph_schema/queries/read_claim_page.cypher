// One page of a tenant's claims, by id.
// Parameters: tenant, after (id), limit. Index: claim_by_tenant.
MATCH (c:Claim {tenant: $tenant})
WHERE c.id > $after
RETURN c.id AS id
ORDER BY id
LIMIT $limit
