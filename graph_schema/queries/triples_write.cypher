// Write the triples of claims; those that are there already stay as they are.
// Parameters: tenant, rows [{id, edge, claim, head, relation, tail, key, relation_lemma, confidence, extractor}] sorted by id.
// Index: claim_id, triple_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MERGE (t:Triple {id: row.id})
ON CREATE SET t.tenant = $tenant, t.head = row.head, t.relation = row.relation, t.tail = row.tail, t.key = row.key,
              t.relation_lemma = row.relation_lemma, t.confidence = row.confidence,
              t.extractor = row.extractor
MERGE (t)<-[h:HAS_TRIPLE {id: row.edge}]-(c)
ON CREATE SET h.tenant = $tenant
