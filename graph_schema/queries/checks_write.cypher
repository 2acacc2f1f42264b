// Write judges' opinions of claims against premises; what is there already stays as it is.
// A claim and a chunk are looked up once for all their checks, and properties set as one map: one by one they were the
// dearest statement of an answer on the embedded store.
// Parameters: tenant, now, rows [{claim, chunk, checks [{id, properties {premise_id, spans, judge, judge_version,
// nli_entailment, nli_neutral, nli_contradiction, similarity, rules, alignment, graph, llm_supported, llm_contradicted,
// llm_not_enough_info, score_names, score_values, finding_kinds, finding_stances, finding_claim_words,
// finding_premise_words, reason, unscored_reason, basis, origin}}]}] sorted by claim and chunk.
// Index: claim_id, chunk_id.
UNWIND $rows AS row
MATCH (c:Claim {id: row.claim})
MATCH (k:Chunk {id: row.chunk})
UNWIND row.checks AS check
MERGE (c)-[e:CHECKED_AGAINST {id: check.id}]->(k)
ON CREATE SET e += check.properties, e.tenant = $tenant, e.at = datetime($now)
