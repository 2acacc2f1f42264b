// Which merges of entities does a tenant have, in the order of their ids?
// Parameters: tenant, after (an id, or ''), limit. Index: entity_by_name (tenant).
MATCH (a:Entity {tenant: $tenant})-[s:SAME_AS]->(b:Entity)
WHERE s.tenant = $tenant AND s.id > $after
RETURN s.id AS id, a.id AS first_id, a.surface AS first, b.id AS second_id, b.surface AS second,
       s.reason AS reason, s.source AS source, s.active AS active
ORDER BY id
LIMIT $limit
