// Triples by their relation, for chunks that state the same relation as a claim. `relation_lemma` is the middle part of
// `key`; triples of before are given it.
CREATE INDEX triple_by_relation IF NOT EXISTS FOR (n:Triple) ON (n.tenant, n.relation_lemma);
MATCH (t:Triple)
WHERE t.relation_lemma IS NULL AND t.key IS NOT NULL
CALL { WITH t SET t.relation_lemma = split(t.key, ' | ')[1] } IN TRANSACTIONS OF 1000 ROWS;
