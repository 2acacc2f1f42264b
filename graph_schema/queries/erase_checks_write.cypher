// Take from checks what could tell of the erased text: words, reasons, places and the ids that are hashes of it.
// Parameters: tenant, rows [{claim, id, new, premise}] sorted by claim. Index: claim_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})-[e:CHECKED_AGAINST]->(:Chunk)
WHERE c.tenant = $tenant AND e.id = row.id
SET e.id = row.new, e.premise_id = row.premise, e.erased = true, e.spans = [], e.finding_kinds = [],
    e.finding_stances = [], e.finding_claim_words = [], e.finding_premise_words = []
REMOVE e.reason, e.basis
