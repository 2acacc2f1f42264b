// One page of a tenant's documents of one kind, by key.
// Parameters: tenant, kind, after (key), limit. Index: document_by_key.
MATCH (d:Document {tenant: $tenant})
WHERE d.key > $after AND d.kind = $kind
RETURN d.id AS id, d.key AS key
ORDER BY key
LIMIT $limit
