"""Text analysis: tokens, parts of speech, dependencies, named entities, coreference, relations."""
