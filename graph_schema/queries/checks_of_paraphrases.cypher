// Which of these checks have been made of another claim with the same normal form? Only what was really judged:
// a check with an origin is itself a paraphrase's.
// Parameters: tenant, rows [{claim, normal_form, premises}]. Index: claim_by_normal_form, then the claims' own checks.
UNWIND $rows AS row
MATCH (c:Claim {tenant: $tenant, normal_form: row.normal_form})-[e:CHECKED_AGAINST]->(:Chunk)
WHERE c.id <> row.claim AND e.premise_id IN row.premises AND e.origin IS NULL
WITH DISTINCT row, c, e.premise_id AS premise_id, e.judge AS judge, e.judge_version AS judge_version,
  e.nli_entailment AS nli_entailment, e.nli_neutral AS nli_neutral, e.nli_contradiction AS nli_contradiction,
  e.similarity AS similarity, e.rules AS rules, e.alignment AS alignment, e.graph AS graph,
  e.llm_supported AS llm_supported, e.llm_contradicted AS llm_contradicted,
  e.llm_not_enough_info AS llm_not_enough_info,
  e.score_names AS score_names, e.score_values AS score_values, e.finding_kinds AS finding_kinds,
  e.finding_stances AS finding_stances, e.finding_claim_words AS finding_claim_words,
  e.finding_premise_words AS finding_premise_words, e.reason AS reason, e.unscored_reason AS unscored_reason,
  e.basis AS basis
RETURN row.claim AS claim, c.id AS origin, premise_id, judge, judge_version, nli_entailment, nli_neutral,
  nli_contradiction, similarity, rules, alignment, graph, llm_supported, llm_contradicted,
  llm_not_enough_info, score_names, score_values, finding_kinds,
  finding_stances, finding_claim_words, finding_premise_words, reason, unscored_reason, basis
ORDER BY claim, premise_id, judge, origin
