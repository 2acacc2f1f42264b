"""Reading text into graph form: readers, sentences, chunks, entity mentions, loading, retrieval."""
