// Which corrections yield these claims, judged by which checks?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})<-[y:YIELDS]-(x:Correction)
WHERE c.tenant = $tenant
RETURN x.id AS correction, y.id AS id, y.carried AS carried
