// How often has text of a tenant been erased, or been about to be, and which deletions are under way?
// Parameters: id (the tenant's label). Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
RETURN coalesce(t.erasures, 0) AS erasures, coalesce(t.erasing, []) AS erasing,
       coalesce(t.erasing_until, 0.0) AS until
