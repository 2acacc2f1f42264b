// Forget which search indexes a tenant had.
// Parameters: id (the tenant's label). Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
DETACH DELETE t
