// Write edges of one type and one shape from a backup; the number written tells whether all ends were there.
// Parameters: rows [{a, b, p: properties}]. Placeholders: SOURCE, TYPE, TARGET, PROPERTIES. Index: the labels' ids.
UNWIND $rows AS row
MATCH (a:{{SOURCE}} {id: row.a}), (b:{{TARGET}} {id: row.b})
CREATE (a)-[e:{{TYPE}} {{PROPERTIES}}]->(b)
RETURN count(e) AS n
