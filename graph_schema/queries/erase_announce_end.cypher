// An announced deletion has happened, or has been given up.
// Parameters: id (the tenant's label), erasure. Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
SET t.erasing = [one IN coalesce(t.erasing, []) WHERE one <> $erasure]
