-- Take a tenant's own types away, with all their indexes and files. Their nodes must be gone.
DROP TYPE `Chunk~{{LABEL}}` IF EXISTS UNSAFE;
DROP TYPE {{LABEL}} IF EXISTS UNSAFE;
