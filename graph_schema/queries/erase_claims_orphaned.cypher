// Which of these claims does nothing state, assert, find, correct or yield any more?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})
WHERE c.tenant = $tenant AND COUNT { (c)<-[:STATES|ASSERTS|FOUND|CORRECTS|YIELDS|OF]-() } = 0
RETURN c.id AS id
