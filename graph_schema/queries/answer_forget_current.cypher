// Take away what CURRENT_RUN projects onto an answer, before it is projected anew.
// Parameters: tenant, answer. Index: answer_id.
MATCH (a:Answer {id: $answer, tenant: $tenant})-[e:ASSERTS|CURRENT_RUN]->()
DELETE e
