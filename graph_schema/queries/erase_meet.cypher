// Make a deletion and whatever else runs this wait for each other (Neo4j), or one of them start again (the embedded
// store). Parameters: id (the tenant's label), nonce. Index: tenant_search_id.
MATCH (t:TenantSearch {id: $id})
SET t.met = $nonce
