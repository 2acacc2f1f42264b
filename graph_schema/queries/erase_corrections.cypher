// Delete corrections.
// Parameters: tenant, ids (sorted). Index: correction_id.
UNWIND $ids AS id
MATCH (x:Correction {id: id})
WHERE x.tenant = $tenant
DETACH DELETE x
