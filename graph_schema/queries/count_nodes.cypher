// How many nodes have this label?
// Placeholder: LABEL. Index: none; both stores keep the count.
MATCH (n:{{LABEL}})
RETURN count(n) AS n
