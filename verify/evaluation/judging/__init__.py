"""How well judges and verdict policies tell what a source supports from what it does not."""

from .cases import Case, Label, parse_label, premise_hash, read_cases, sample
from .judged import Cost, JudgedCase
from .quality import Report, measure, split
from .run import judge_cases, load_judged, warm_up
from .subjects import JudgeSubject, OverlapSubject, PolicySubject, Subject

__all__ = [
    "Case",
    "Cost",
    "JudgeSubject",
    "JudgedCase",
    "Label",
    "OverlapSubject",
    "PolicySubject",
    "Report",
    "Subject",
    "judge_cases",
    "load_judged",
    "measure",
    "parse_label",
    "premise_hash",
    "read_cases",
    "sample",
    "split",
    "warm_up",
]
