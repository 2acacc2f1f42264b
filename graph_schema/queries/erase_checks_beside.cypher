// Which checks read one of these chunks beside their own premise? A language model that was shown other sources read all
// that was gathered for its claim, and so did the causal model that ReDeEP looks into; other judges name words that only the erased text has.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})<-[t:RETRIEVED]-(:Run)
WHERE k.tenant = $tenant AND k.text IS NOT NULL
WITH DISTINCT k, t.claim_id AS claim
MATCH (c:Claim {id: claim})-[e:CHECKED_AGAINST]->(o:Chunk)
WHERE e.basis IS NOT NULL AND e.erased IS NULL AND (
  coalesce(e.llm_supported, e.llm_contradicted, e.llm_not_enough_info) IS NOT NULL OR
  'redeep' IN coalesce(e.score_names, []) OR
  any(word IN coalesce(e.finding_premise_words, []) WHERE toLower(k.text) CONTAINS toLower(word) AND NOT toLower(o.text) CONTAINS toLower(word)))
RETURN DISTINCT c.id AS claim, e.premise_id AS premise
