// Every node of one label, in no order, for a backup; a stream.
// Placeholder: LABEL. Index: none, all of them are wanted.
MATCH (n:{{LABEL}})
RETURN labels(n) AS labels, properties(n) AS properties
