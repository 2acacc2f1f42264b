// Which chunks of current sources state a claim with the same relation as a claim? First those that share an end with it
// too, in the same words. `relation` is the middle of a triple's key, `head` its beginning and `tail` its end, each with
// the bar. A relation that `common` triples have or more tells little, and selects nothing: no more are read.
// Parameters: tenant, rows [{claim, relation, head, tail}], common, limit (a claim). Index: triple_by_relation.
UNWIND $rows AS row
CALL {
  WITH row
  MATCH (t:Triple {tenant: $tenant, relation_lemma: row.relation})
  WITH t LIMIT $common
  RETURN collect(t) AS triples
}
WITH row, triples
WHERE size(triples) < $common
UNWIND triples AS t
MATCH (t)<-[:HAS_TRIPLE]-(:Claim)<-[s:STATES]-(k:Chunk)<-[:HAS_CHUNK]-(r:Revision)<-[:CURRENT]-(d:Document)
WHERE d.kind = 'source' AND d.tenant = $tenant AND s.extractor = k.read_by
WITH row.claim AS claim, k, r,
  CASE WHEN t.key STARTS WITH row.head OR t.key ENDS WITH row.tail THEN 0.75 ELSE 0.5 END AS near
WITH claim, k, max(near) AS shared, collect(DISTINCT r.id) AS revision_ids
ORDER BY claim, shared DESC, k.id
WITH claim, collect({id: k.id, text: k.text, lang: k.lang, shared: shared, revision_ids: revision_ids})[0..$limit] AS found
RETURN claim, found
