// Which checks name words that only one of these chunks has, of claims about what it mentions? They read what superseded
// revisions stated.
// Parameters: tenant, ids. Index: chunk_id.
UNWIND $ids AS id
MATCH (k:Chunk {id: id})-[:MENTIONS]->(:Entity)<-[:MENTIONS]-(c:Claim)
WHERE k.tenant = $tenant AND k.text IS NOT NULL
WITH DISTINCT k, c
MATCH (c)-[e:CHECKED_AGAINST]->(o:Chunk)
WHERE e.basis IS NOT NULL AND e.erased IS NULL AND
  any(word IN e.finding_premise_words WHERE toLower(k.text) CONTAINS toLower(word) AND NOT toLower(o.text) CONTAINS toLower(word))
RETURN DISTINCT c.id AS claim, e.premise_id AS premise
