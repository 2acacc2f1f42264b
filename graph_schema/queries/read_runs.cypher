// These runs, each with the answer that it is a run of.
// Parameters: tenant, ids. Index: run_id.
UNWIND $ids AS id
MATCH (r:Run {id: id})
WHERE r.tenant = $tenant
OPTIONAL MATCH (r)<-[:HAS_RUN]-(a:Answer)
WITH r, collect(DISTINCT a.id)[0] AS answer_id
RETURN r.id AS id, answer_id, r.kind AS kind, r.outcome AS outcome, r.domain AS domain, r.risk AS risk,
       r.support_ratio AS support_ratio, r.threshold AS threshold, r.filtered_text AS filtered_answer,
       r.corrected_support_ratio AS corrected_support_ratio, r.corrected_text AS corrected_text, r.settings AS settings, r.models AS models, r.calls AS calls,
       r.saved_exact AS saved_exact, r.saved_paraphrased AS saved_paraphrased,
       r.prompt_versions AS prompt_versions, r.warnings AS warnings, coalesce(r.incomplete, false) AS incomplete,
       r.llm_tokens AS llm_tokens, r.cost AS cost,
       r.seconds AS seconds, r.started_at AS started_at, r.finished_at AS finished_at
