// Take the claims from corrections whose words are erased, and the places that they rested on.
// Parameters: tenant, ids (sorted). Index: correction_id.
UNWIND $ids AS id
MATCH (x:Correction {id: id})-[e:YIELDS|BASED_ON]->()
WHERE x.tenant = $tenant
DELETE e
