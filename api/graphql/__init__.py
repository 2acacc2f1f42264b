"""GraphQL over the graph: what is in it, and the two mutations that add to it."""
