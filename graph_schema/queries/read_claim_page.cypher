// One page of a tenant's claims, by id: those that a run or a correction is about, or that a document states.
// Parameters: tenant, after (id), limit. Index: claim_by_tenant.
MATCH (c:Claim {tenant: $tenant})
WHERE c.id > $after
  AND (COUNT { (c)<-[:FOUND]-(:Run) } > 0 OR COUNT { (c)<-[:YIELDS]-(:Correction) } > 0
    OR COUNT { (c)<-[:STATES]-(:Chunk)<-[:HAS_CHUNK]-(:Revision) } > 0)
RETURN c.id AS id
ORDER BY id
LIMIT $limit
