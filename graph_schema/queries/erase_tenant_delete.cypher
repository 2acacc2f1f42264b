// Delete nodes of one label with all their edges.
// Parameters: tenant, ids (sorted). Placeholder: LABEL (of the schema's own list). Index: the label's id.
UNWIND $ids AS id
MATCH (n:{{LABEL}} {id: id})
WHERE n.tenant = $tenant
DETACH DELETE n
