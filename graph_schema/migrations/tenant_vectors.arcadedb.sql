-- A tenant's own vector index of one embedder.
CREATE PROPERTY {{LABEL}}.{{VECTOR}} IF NOT EXISTS ARRAY_OF_FLOATS;
CREATE INDEX IF NOT EXISTS ON {{LABEL}} ({{VECTOR}}) LSM_VECTOR METADATA {dimensions: {{DIMENSIONS}}, similarity: 'COSINE'};
