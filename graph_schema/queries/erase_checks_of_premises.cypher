// The checks of these premises, on every chunk that they have a piece in.
// Parameters: tenant, rows [{claim, premises}]. Index: claim_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})-[e:CHECKED_AGAINST]->(:Chunk)
WHERE c.tenant = $tenant AND e.premise_id IN row.premises
RETURN DISTINCT c.id AS claim, e.id AS id, e.premise_id AS premise
