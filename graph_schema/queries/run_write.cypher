// Write a finished run; `retrieved`: the edges to what it looked at that it has already.
// Parameters: tenant, id, properties (map of its flat properties), started, finished. Index: run_id.
MERGE (r:Run {id: $id})
ON CREATE SET r.tenant = $tenant, r.kind = $kind, r.outcome = $outcome, r.domain = $domain, r.risk = $risk,
  r.support_ratio = $support_ratio, r.threshold = $threshold, r.supported = $supported,
  r.contradicted = $contradicted, r.not_enough_info = $not_enough_info, r.not_checkable = $not_checkable,
  r.corrected_support_ratio = $corrected_support_ratio, r.filtered_text = $filtered_text,
  r.corrected_text = $corrected_text, r.task = $task, r.settings = $settings,
  r.models = $models, r.prompt_versions = $prompt_versions, r.calls = $calls, r.warnings = $warnings,
  r.saved_exact = $saved_exact, r.saved_paraphrased = $saved_paraphrased, r.llm_tokens = $llm_tokens,
  r.cost = $cost, r.seconds = $seconds, r.incomplete = $incomplete,
  r.started_at = datetime($started), r.finished_at = datetime($finished)
WITH r
OPTIONAL MATCH (r)-[e:RETRIEVED]->(:Chunk)
RETURN collect(e.id) AS retrieved
