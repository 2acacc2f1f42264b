-- A tenant's vector indexes go with its types.
DROP INDEX `{{LABEL}}[{{VECTOR}}]` IF EXISTS;
