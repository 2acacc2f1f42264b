// What did the judges say about these claims, against which premises?
// Parameters: tenant, ids, judge (null: any), limit (a claim). Index: claim_id.
UNWIND $ids AS id
MATCH (c:Claim {id: id})-[e:CHECKED_AGAINST]->(k:Chunk)
WHERE c.tenant = $tenant AND ($judge IS NULL OR e.judge = $judge)
WITH c, e, k
ORDER BY c.id, k.id, e.premise_id, e.judge, e.id
WITH c.id AS owner, collect({
  id: e.id, claim_id: c.id, chunk_id: k.id, premise_id: e.premise_id, spans: e.spans, judge: e.judge,
  judge_version: e.judge_version, nli_entailment: e.nli_entailment, nli_neutral: e.nli_neutral,
  nli_contradiction: e.nli_contradiction, similarity: e.similarity, rules: e.rules, alignment: e.alignment,
  graph: e.graph, llm_supported: e.llm_supported, llm_contradicted: e.llm_contradicted,
  llm_not_enough_info: e.llm_not_enough_info, score_names: e.score_names, score_values: e.score_values,
  finding_kinds: e.finding_kinds, finding_stances: e.finding_stances, finding_claim_words: e.finding_claim_words,
  finding_premise_words: e.finding_premise_words, reason: e.reason,
  unscored_reason: e.unscored_reason, basis: e.basis, origin: e.origin, at: e.at
})[0..$limit] AS found
RETURN owner, found
