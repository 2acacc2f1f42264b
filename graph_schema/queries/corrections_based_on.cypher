// Write which chunks corrections rest on.
// Parameters: tenant, rows [{id, correction, chunk, spans}] sorted by correction. Index: correction_id, chunk_id.
UNWIND $rows AS row
MATCH (k:Correction {id: row.correction})
MATCH (c:Chunk {id: row.chunk})
MERGE (k)-[e:BASED_ON {id: row.id}]->(c)
ON CREATE SET e.tenant = $tenant, e.spans = row.spans
