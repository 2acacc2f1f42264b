// A tenant's own vector index of one embedder.
CREATE VECTOR INDEX {{LABEL}}_{{VECTOR}} IF NOT EXISTS FOR (c:{{LABEL}}) ON (c.{{VECTOR}})
OPTIONS {indexConfig: {`vector.dimensions`: {{DIMENSIONS}}, `vector.similarity_function`: 'cosine'}};
