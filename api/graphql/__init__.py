"""GraphQL over the graph: what is in it, and the mutations that add to it."""

from __future__ import annotations

import strawberry

from claimgraph.graph_schema.vocabulary import Verdict

# Here, before any type that has a verdict is made: an enumeration is described once.
strawberry.enum(Verdict, description="What a run concluded about one claim.")
