// Which hallucinations keep coming back: contradicted or unsupported claims that several answers assert by their
// current runs, grouped by what they say (the key of a triple, which paraphrases share), else by claim?
// What nothing was found of (`open`) is none.
// An answer that states both a contradicted and an unsupported form of the same counts as one answer, and in both.
// Parameters: tenant, least (answers), examples (claims a group), limit. Index: asserts_by_verdict, answer_by_tenant.
MATCH (a:Answer {tenant: $tenant})-[e:ASSERTS {tenant: $tenant}]->(c:Claim)
WHERE e.verdict IN ['CONTRADICTED', 'NOT_ENOUGH_INFO'] AND e.open IS NULL
OPTIONAL MATCH (c)-[:HAS_TRIPLE]->(t:Triple)
WITH a, e, c, t.key AS key, coalesce(t.key, c.id) AS group
ORDER BY c.text, c.id
WITH key, group, count(DISTINCT a.id) AS answers,
     count(DISTINCT CASE WHEN e.verdict = 'CONTRADICTED' THEN a.id END) AS contradicted,
     count(DISTINCT CASE WHEN e.verdict = 'NOT_ENOUGH_INFO' THEN a.id END) AS not_enough_info,
     collect(DISTINCT a.model) AS models, collect(DISTINCT c.id)[0..$examples] AS claim_ids,
     count(DISTINCT c.id) AS claims
WHERE answers >= $least
RETURN key, answers, contradicted, not_enough_info, models, claims, claim_ids
ORDER BY answers DESC, contradicted DESC, group
LIMIT $limit
