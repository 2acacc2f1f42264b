// A tenant's own full-text index. The analyzer cuts Chinese into pairs of characters and folds Latin letters.
CREATE FULLTEXT INDEX {{LABEL}}_words IF NOT EXISTS FOR (c:{{LABEL}}) ON EACH [c.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}};
