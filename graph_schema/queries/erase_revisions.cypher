// Delete revisions.
// Parameters: tenant, ids (sorted). Index: revision_id.
UNWIND $ids AS id
MATCH (r:Revision {id: id})
WHERE r.tenant = $tenant
DETACH DELETE r
