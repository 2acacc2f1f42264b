// Write which claim a correction yields, and what it was found to be.
// Parameters: tenant, rows [{id, correction, claim, verdict, confidence, carried}] sorted by correction.
// Index: correction_id, claim_id.
UNWIND $rows AS row
MATCH (k:Correction {id: row.correction})
MATCH (c:Claim {id: row.claim})
MERGE (k)-[e:YIELDS {id: row.id}]->(c)
ON CREATE SET e.tenant = $tenant, e.verdict = row.verdict, e.confidence = row.confidence, e.carried = row.carried
