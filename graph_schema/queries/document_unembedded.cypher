// Of which languages are the chunks of this document's current revision that lack this embedder's vector?
// Parameters: tenant, id. Placeholder: VECTOR. Index: document_id.
MATCH (d:Document {id: $id, tenant: $tenant})-[:CURRENT]->(:Revision)-[:HAS_CHUNK]->(c:Chunk)
WHERE c.{{VECTOR}} IS NULL
RETURN DISTINCT c.lang AS lang
