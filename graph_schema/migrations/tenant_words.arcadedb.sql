-- A tenant's own full-text index. The analyzer cuts Chinese into pairs of characters and folds Latin letters.
CREATE VERTEX TYPE {{LABEL}} IF NOT EXISTS;
CREATE PROPERTY {{LABEL}}.text IF NOT EXISTS STRING;
CREATE INDEX IF NOT EXISTS ON {{LABEL}} (text) FULL_TEXT METADATA {analyzer: 'org.apache.lucene.analysis.cjk.CJKAnalyzer'};
