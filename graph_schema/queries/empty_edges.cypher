// Delete some edges of one type; run it until it deletes none.
// Parameters: limit. Placeholder: TYPE. Index: none, all of them go.
MATCH ()-[e:{{TYPE}}]->()
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS n
