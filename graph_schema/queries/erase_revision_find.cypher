// The document that a revision belongs to.
// Parameters: tenant, id. Index: revision_id.
MATCH (r:Revision {id: $id, tenant: $tenant})<-[:HAS_REVISION]-(d:Document)
RETURN d.id AS id, d.key AS key, r.number AS number
