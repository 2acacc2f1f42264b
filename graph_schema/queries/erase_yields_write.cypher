// Rename the checks that carried the verdict of what a correction yields.
// Parameters: tenant, rows [{correction, id, carried}] sorted by correction. Index: correction_id.
UNWIND $rows AS row
MATCH (x:Correction {id: row.correction})-[y:YIELDS]->(:Claim)
WHERE x.tenant = $tenant AND y.id = row.id
SET y.carried = row.carried
