// How many edges of this type are there, whatever they join?
// Placeholder: TYPE. Index: none; Neo4j keeps the count.
MATCH ()-[e:{{TYPE}}]->()
RETURN count(e) AS n
