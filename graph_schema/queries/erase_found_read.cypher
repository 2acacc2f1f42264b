// What did runs find of these claims, by which checks?
// Parameters: tenant, ids. Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})<-[f:FOUND]-(r:Run)
WHERE c.tenant = $tenant
RETURN r.id AS run, f.id AS id, f.checks AS checks, f.carried AS carried, f.stale AS stale
