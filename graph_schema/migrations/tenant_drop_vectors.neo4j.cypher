// Take a tenant's own vector index of one embedder away.
DROP INDEX {{LABEL}}_{{VECTOR}} IF EXISTS;
