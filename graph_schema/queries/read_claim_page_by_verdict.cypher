// One page of the claims that some answer asserts now and that were found to be this, by id.
// Parameters: tenant, verdict, after (id), limit. Index: asserts_by_verdict.
MATCH (:Answer)-[e:ASSERTS {tenant: $tenant, verdict: $verdict}]->(c:Claim)
WHERE c.id > $after
RETURN DISTINCT c.id AS id
ORDER BY id
LIMIT $limit
