// What nothing was found of (left to review, or no judge could judge it) is `open`; findings of before are told so.
MATCH (:Run)-[f:FOUND]->(:Claim)
WHERE f.open IS NULL AND (f.possible IS NOT NULL OR (
  f.confidence IS NULL AND size(f.votes) > 0 AND all(vote IN f.votes WHERE vote = 'abstains')))
CALL { WITH f SET f.open = true } IN TRANSACTIONS OF 1000 ROWS;
MATCH (a:Answer)-[:CURRENT_RUN]->(:Run)-[f:FOUND]->(:Claim)<-[e:ASSERTS]-(a)
WHERE f.open = true AND e.open IS NULL
CALL { WITH e SET e.open = true } IN TRANSACTIONS OF 1000 ROWS;
