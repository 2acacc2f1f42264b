// Lookups by something other than the id. Every query names the tenant; these are its entry points.
CREATE INDEX document_by_key IF NOT EXISTS FOR (n:Document) ON (n.tenant, n.key);
CREATE INDEX claim_by_tenant IF NOT EXISTS FOR (n:Claim) ON (n.tenant);
CREATE INDEX answer_by_tenant IF NOT EXISTS FOR (n:Answer) ON (n.tenant);
CREATE INDEX entity_by_name IF NOT EXISTS FOR (n:Entity) ON (n.tenant, n.name);
CREATE INDEX triple_by_key IF NOT EXISTS FOR (n:Triple) ON (n.tenant, n.key);
CREATE INDEX job_by_tenant IF NOT EXISTS FOR (n:Job) ON (n.tenant);
CREATE INDEX asserts_by_verdict IF NOT EXISTS FOR ()-[r:ASSERTS]-() ON (r.tenant, r.verdict);
CREATE INDEX found_by_verdict IF NOT EXISTS FOR ()-[r:FOUND]-() ON (r.tenant, r.verdict);
