"""Claims of tables and lists, read as the NLI judge reads them."""

from __future__ import annotations

from collections.abc import Sequence

from starter_models.laid_out import MOST_TOKENS, laid_out_pairs
from starter_models.swaps import CONTRADICTED, ENTAILED
from starter_models.written import Written

TABLE = "| Plan | Price (€) |\n|---|---|\n| Basic | 9 |\n| Pro | 49 |"
CLAIMS = (("Pro costs 49 euros.", ENTAILED), ("Basic and Pro cost 49 and 9 euros, respectively.", CONTRADICTED))


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def test_rows_are_read_as_what_they_say_of_their_things_and_claims_as_well() -> None:
    right, wrong = laid_out_pairs([Written(TABLE, CLAIMS)], words)

    assert "|" not in right.premise
    assert "Pro is a plan with a price of 49 €." in right.premise
    assert (right.hypothesis, right.target) == CLAIMS[0]
    assert wrong.hypothesis == "Basic cost 49 euros; Pro cost 9 euros."
    assert wrong.target == CONTRADICTED


def test_what_a_model_would_not_read_to_its_end_is_left_out() -> None:
    long = Written("word " * (MOST_TOKENS - 4), CLAIMS[:1])
    longer = Written("word " * (MOST_TOKENS - 3), CLAIMS[:1])

    assert len(laid_out_pairs([long, longer], words)) == 1


def test_lines_of_a_list_are_read_behind_its_title() -> None:
    item = Written("Support hours\nFriday: 9 am to 4 pm\nWeekend: closed", (("It is closed on Sundays.", ENTAILED),))

    (pair,) = laid_out_pairs([item], words)

    assert "Support hours Friday: 9 am to 4 pm." in pair.premise
