// Delete some nodes of one label, with what edges are left; run it until it deletes none.
// Parameters: limit. Placeholder: LABEL. Index: none, all of them go.
MATCH (n:{{LABEL}})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS n
