// Write the claims of an answer, or those that corrections yield.
// Parameters: tenant, rows [{id, text, lang, standalone}] sorted by id. Index: claim_id.
UNWIND $rows AS row
MERGE (c:Claim {id: row.id})
ON CREATE SET c.tenant = $tenant, c.text = row.text, c.lang = row.lang, c.standalone = row.standalone
