// The next edges of one type between two labels in the order of their ids, for a backup: one record, as Neo4j sends
// each by itself. Parameters: after (an id, '' to begin), limit. Placeholders: SOURCE, TYPE, TARGET.
// Index: the type's id; the hint keeps the planner from walking through all nodes of a label for each page.
MATCH (a)-[e:{{TYPE}}]->(b)
USING INDEX e:{{TYPE}}(id)
WHERE e.id > $after AND a:{{SOURCE}} AND b:{{TARGET}}
WITH a, e, b ORDER BY e.id LIMIT $limit
RETURN collect({id: e.id, source: a.id, target: b.id, properties: properties(e)}) AS page
