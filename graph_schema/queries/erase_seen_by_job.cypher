// How often has text been erased while a job was open, and had it been announced before it was opened (`noted`)? The
// write makes erasing and concluding wait for each other.
// Parameters: tenant, id, nonce, search (the tenant's label). Index: job_id, tenant_search_id.
MATCH (j:Job {id: $id, tenant: $tenant})
SET j.concluding = $nonce
WITH j
OPTIONAL MATCH (t:TenantSearch {id: $search})
RETURN coalesce(j.erasures, 0) AS erasures, coalesce(j.erasures_noted, -1) AS noted,
       coalesce(t.erasures, 0) AS announced
