// Write the claims of an answer, of a source, or those that corrections yield.
// Parameters: tenant, rows [{id, text, lang, standalone, normal_form}] sorted by id. Index: claim_id.
UNWIND $rows AS row
MERGE (c:Claim {id: row.id})
ON CREATE SET c.tenant = $tenant, c.text = row.text, c.lang = row.lang, c.standalone = row.standalone,
              c.normal_form = row.normal_form
