// Which of these checks have been made already?
// Parameters: tenant, rows [{claim, premises}]. Index: claim_id, then the claim's own checks.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})-[e:CHECKED_AGAINST]->(:Chunk)
WHERE c.tenant = $tenant AND e.premise_id IN row.premises
RETURN DISTINCT c.id AS claim, e.premise_id AS premise_id, e.judge AS judge, e.judge_version AS judge_version,
  e.nli_entailment AS nli_entailment, e.nli_neutral AS nli_neutral, e.nli_contradiction AS nli_contradiction,
  e.similarity AS similarity, e.rules AS rules, e.alignment AS alignment, e.graph AS graph,
  e.llm_supported AS llm_supported, e.llm_contradicted AS llm_contradicted,
  e.llm_not_enough_info AS llm_not_enough_info,
  e.score_names AS score_names, e.score_values AS score_values, e.finding_kinds AS finding_kinds,
  e.finding_stances AS finding_stances, e.finding_claim_words AS finding_claim_words,
  e.finding_premise_words AS finding_premise_words, e.reason AS reason, e.unscored_reason AS unscored_reason,
  e.basis AS basis, e.origin AS origin
