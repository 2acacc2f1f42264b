// Every edge of one type between two labels, in no order, for a backup; a stream.
// Placeholders: SOURCE, TYPE, TARGET. Index: none, all of them are wanted.
MATCH (a:{{SOURCE}})-[e:{{TYPE}}]->(b:{{TARGET}})
RETURN a.id AS source, b.id AS target, properties(e) AS properties
