// A tenant's answers in the order of their time: pages of them, the newest first.
CREATE INDEX answer_by_time IF NOT EXISTS FOR (n:Answer) ON (n.tenant, n.created_at);
