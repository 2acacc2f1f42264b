"""Makes the two models that ship with claimgraph: the sentence embedder and the NLI cross-encoder."""
