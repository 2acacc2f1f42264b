"""Answers: decomposition, evidence, judges, policies, outcome, correction; `pipeline` tells the whole story."""
