// Tell every open job of a tenant that text is being erased: its conclusion looks again, or waits (Neo4j), or starts
// again (the embedded store).
// Parameters: tenant. Index: job_by_tenant.
MATCH (j:Job {tenant: $tenant})
SET j.erasures = coalesce(j.erasures, 0) + 1
RETURN count(j) AS jobs
