// Write which entities a claim mentions, and where.
// Parameters: tenant, rows [{id, owner, entity, start, end, surface, extractor}] sorted by owner.
// Index: claim_id, entity_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.owner})
MATCH (e:Entity {id: row.entity})
MERGE (c)-[m:MENTIONS {id: row.id}]->(e)
ON CREATE SET m.tenant = $tenant, m.start = row.start, m.end = row.end, m.surface = row.surface,
              m.extractor = row.extractor
