// The nodes of one label that a tenant has.
// Parameters: tenant. Placeholder: LABEL (of the schema's own list). Index: none; it is asked once for a whole tenant.
MATCH (n:{{LABEL}})
WHERE n.tenant = $tenant
RETURN n.id AS id
