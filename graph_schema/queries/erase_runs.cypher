// Delete runs with what they found and looked at.
// Parameters: tenant, ids (sorted). Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})
WHERE r.tenant = $tenant
DETACH DELETE r
