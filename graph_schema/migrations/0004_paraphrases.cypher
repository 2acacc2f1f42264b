// The claims that share a normal form: paraphrases, whose checks are taken over.
CREATE INDEX claim_by_normal_form IF NOT EXISTS FOR (n:Claim) ON (n.tenant, n.normal_form);
