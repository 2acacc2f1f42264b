// Which source has this key or this id?
// Parameters: tenant, keys, kind. Index: document_by_key.
UNWIND $keys AS key
MATCH (d:Document {tenant: $tenant, key: key})
WHERE d.kind = $kind
RETURN DISTINCT d.id AS id, d.key AS key
