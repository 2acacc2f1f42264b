// For which embedders does a tenant have its search indexes?
// Parameters: id (the tenant's label). Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
RETURN t.embedders AS embedders
