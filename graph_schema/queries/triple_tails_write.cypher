// Join triples to the entities that are their tails.
// Parameters: tenant, rows [{id, triple, entity}] sorted by triple. Index: triple_id, entity_id.
UNWIND $rows AS row
MATCH (t:Triple {id: row.triple})
MATCH (e:Entity {id: row.entity})
MERGE (t)-[h:TAIL {id: row.id}]->(e)
ON CREATE SET h.tenant = $tenant
