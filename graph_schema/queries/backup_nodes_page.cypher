// The next nodes of one label in the order of their ids, for a backup: one record, as Neo4j sends each by itself.
// Parameters: after (an id, '' to begin), limit. Placeholder: LABEL. Index: the label's id.
MATCH (n:{{LABEL}})
WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
RETURN collect({id: n.id, labels: labels(n), properties: properties(n)}) AS page
