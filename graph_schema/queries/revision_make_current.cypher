// Mark a revision as its document's current one.
// Parameters: tenant, document, revision, edge. Index: document_id, revision_id.
MATCH (d:Document {id: $document, tenant: $tenant})
MATCH (r:Revision {id: $revision, tenant: $tenant})
MERGE (r)<-[c:CURRENT {id: $edge}]-(d)
ON CREATE SET c.tenant = $tenant
