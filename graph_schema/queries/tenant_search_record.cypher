// Record for which embedders a tenant has its search indexes.
// Parameters: id (the tenant's label), embedders, now. Index: tenant_search_id.
MERGE (t:TenantSearch {id: $id})
SET t.embedders = $embedders, t.updated_at = datetime($now)
