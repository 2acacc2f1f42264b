// Write that two entities are one thing. A merge that somebody has undone stays undone: what is there is not changed.
// Parameters: tenant, rows [{id, first, second, reason, source}] sorted by id, first < second. Index: entity_id.
UNWIND $rows AS row
MATCH (a:Entity {id: row.first})
MATCH (b:Entity {id: row.second})
WHERE a.tenant = $tenant AND b.tenant = $tenant
MERGE (a)-[s:SAME_AS {id: row.id}]->(b)
ON CREATE SET s.tenant = $tenant, s.reason = row.reason, s.source = row.source, s.active = true
