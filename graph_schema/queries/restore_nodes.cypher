// Write nodes of one label and one shape from a backup, into a store that has none of them.
// Parameters: rows [{p: properties}]. Placeholders: LABELS, PROPERTIES. Index: none.
UNWIND $rows AS row
CREATE (:{{LABELS}} {{PROPERTIES}})
