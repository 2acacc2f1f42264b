// Write judges' opinions of claims against premises; what is there already stays as it is.
// Parameters: tenant, now, rows [{id, claim, chunk, premise_id, spans, judge, judge_version, nli_entailment,
// nli_neutral, nli_contradiction, similarity, rules, alignment, graph, llm_supported, llm_contradicted,
// llm_not_enough_info, score_names, score_values, finding_kinds, finding_stances, finding_claim_words,
// finding_premise_words, reason, unscored_reason, basis, origin}] sorted by claim. Index: claim_id, chunk_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MATCH (k:Chunk {id: row.chunk})
MERGE (c)-[e:CHECKED_AGAINST {id: row.id}]->(k)
ON CREATE SET e.tenant = $tenant, e.premise_id = row.premise_id, e.spans = row.spans,
  e.judge = row.judge, e.judge_version = row.judge_version, e.nli_entailment = row.nli_entailment,
  e.nli_neutral = row.nli_neutral, e.nli_contradiction = row.nli_contradiction, e.similarity = row.similarity,
  e.rules = row.rules, e.alignment = row.alignment, e.graph = row.graph, e.llm_supported = row.llm_supported,
  e.llm_contradicted = row.llm_contradicted, e.llm_not_enough_info = row.llm_not_enough_info,
  e.score_names = row.score_names, e.score_values = row.score_values, e.finding_kinds = row.finding_kinds,
  e.finding_stances = row.finding_stances, e.finding_claim_words = row.finding_claim_words,
  e.finding_premise_words = row.finding_premise_words, e.reason = row.reason,
  e.unscored_reason = row.unscored_reason, e.basis = row.basis, e.origin = row.origin, e.at = datetime($now)
