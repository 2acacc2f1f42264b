"""Slips of a statistical parser put right where word order and word class leave no doubt.

Each rule holds for the language, not for a sentence: a verb whose subject is "which" is a relative clause, a finite
verb is no conjunct of a noun, a preposition belongs to the noun behind it. A right tree comes back (all but) unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from claimgraph.platform.models.ports import Analysis

from . import clauses, joining, nouns, prepositions, ranges, sentences
from .draft import Draft

_RULES = (
    prepositions.such_as,
    prepositions.lost_cases,
    prepositions.prepositions,
    nouns.hyphens,
    ranges.ranges,
    nouns.numbers,
    nouns.counted,
    joining.neighbours,
    joining.joined_nouns,
    nouns.predicate_nouns,
    nouns.bare_times,
    nouns.titles,
    nouns.prepositions_of_titles,
    nouns.names_across_and,
    nouns.names_taken_for_subjects,
    nouns.brackets,
    nouns.bracketed_participles,
    sentences.nominal_roots,
    sentences.before_that,
    clauses.counting_verbs,
    clauses.tags,
    clauses.listed_verbs,
    joining.verbs_taken_for_nouns,
    joining.left_of_conjunction,
    nouns.names_behind_commas,
    clauses.subordinate,
    prepositions.of_phrases,
    prepositions.in_segment,
    nouns.phrase_heads,
    joining.participle_lists,
    sentences.opening_participle,
    clauses.noun_clauses,
    clauses.relatives,
    clauses.agreeing_antecedents,
    clauses.partitives,
    sentences.semicolons,
    nouns.double_subjects,
    sentences.lost_subjects,
    sentences.subjects,
    sentences.crossing_root,
    prepositions.subject_phrases,
    prepositions.inside_phrases,
    prepositions.objects,
    prepositions.bare_objects,
    clauses.late_subjects,
    nouns.appositions,
    prepositions.leftover_nouns,
    joining.conjuncts,
    joining.nearest_objects,
    joining.chains,
    joining.apposed_members,
    joining.subjects_behind_and,
    joining.nearer_subjects,
    joining.adjuncts_behind,
    joining.behind_relatives,
    joining.asides_of_the_last,
    joining.closing_commas,
    joining.asides_of_the_last,
    prepositions.participle_phrases,
    prepositions.agents,
    ranges.between_nouns,
    prepositions.dated_events,
    prepositions.recipients,
)


def repaired(analysis: Analysis) -> Analysis:
    """The same tokens under the heads, relations and tags that the rules leave."""
    tokens = analysis.tokens
    draft = Draft(tokens)
    for rule in _RULES:
        rule(draft)
    changed = tuple(
        replace(token, head=draft.heads[at], dep=draft.deps[at], tag=draft.tags[at], pos=draft.pos[at])
        for at, token in enumerate(tokens)
    )
    return analysis if changed == tokens else replace(analysis, tokens=changed)
