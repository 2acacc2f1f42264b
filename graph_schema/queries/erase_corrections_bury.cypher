// Take the words from corrections that rested on erased text, and from the corrected texts of their runs.
// Parameters: tenant, rows [{id, grave, run}] sorted by id. Index: correction_id, run_id.
UNWIND $rows AS row
MATCH (x:Correction {id: row.id})
MATCH (r:Run {id: row.run})
WHERE x.tenant = $tenant AND r.tenant = $tenant
SET x.id = row.grave, x.after = '', x.erased = true, r.corrected_text = '', r.erased = true
