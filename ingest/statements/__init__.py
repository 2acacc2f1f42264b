"""Texts as atomic statements: clauses and their parts, what pronouns stand for, triples."""
