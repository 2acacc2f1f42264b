// Take a tenant's own full-text index away.
DROP INDEX {{LABEL}}_words IF EXISTS;
