"""Evidence that leaves whom it speaks of to a pronoun or a last name is read with the claim's own name."""

from __future__ import annotations

import pytest

from claimgraph.verify.judges.naming import named, with_full_names

BLIND_SIDE = "Tim McGraw acted in The Blind Side."


@pytest.mark.parametrize(
    ("premise", "expected"),
    [
        ("McGraw has had roles in films.", "Tim McGraw has had roles in films."),
        ("In 2009, McGraw and his wife moved. McGraw's son stayed.",
         "In 2009, Tim McGraw and his wife moved. Tim McGraw's son stayed."),
        ("Later Dr. McGraw left, \"McGraw was right\" being all he heard.",
         "Later Dr. Tim McGraw left, \"Tim McGraw was right\" being all he heard."),
        ("When McGraw left, the band split.", "When Tim McGraw left, the band split."),
        ("Graham McGraw has had roles.", None),  # somebody else
        ("Łukasz McGraw has had roles.", None),
        ("Graham  McGraw has had roles.", None),
        ("Graham\r\nMcGraw has had roles.", None),
        ("Graham \"Mac\" McGraw has had roles.", None),
        ("G. McGraw has had roles.", None),
        ("Ludwig van McGraw has had roles.", None),
        ("Mr McGraw has had roles.", None),  # not beside any first name
        ("Mrs. McGraw has had roles.", None),
        ("They moved to McGraw, Nebraska.", None),
        ("McGraw was elected. He thanked Tim.", None),
        ("McGraw was elected. He took Tim's hand.", None),
        ("Tug McGraw and McGraw's son", None),
        ("The plant at McGraw is to be closed.", None),
        ("The McGraw Tower is high.", None),
        ("McGraw Hill published it.", None),
        ("Tim is a singer; McGraw is his name.", None),  # it has all of it
        ("Tim McGraw is a singer.", None),
        ("The film has a dog.", None),
        ("", None),
    ],
)  # fmt: skip
def test_a_last_name_alone_is_read_as_the_name_of_the_claim(premise: str, expected: str | None) -> None:
    assert with_full_names(premise, BLIND_SIDE) == (expected if expected is not None else premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("James Brown sang.", "The bears are brown, said Brown."),  # a common word there
        ("Eva Green heals.", "Green tea heals."),
        ("Baja California became a state in 1850.", "California became a state in 1850."),
        ("Whitney Houston hosted the game.", "Houston hosted the game."),
        ("Linkin Park wrote a song.", "Park visitors wrote a song."),  # what sort of place it is
        ("Finding the NSA is hard.", "NSA staff left."),
        ("Dogs bark.", "Dogs bark."),
        ("Anna Lee Maria Roy sang.", "Roy sang."),  # longer than a person's name
    ],
)
def test_what_may_not_be_a_last_name_is_left_as_it_is(claim: str, premise: str) -> None:
    assert with_full_names(premise, claim) == premise


def test_a_name_with_signs_of_a_pattern_is_put_in_as_it_is() -> None:
    assert with_full_names("O'Neal left.", "Tatum O'Neal left.") == "Tatum O'Neal left."
    assert with_full_names("McGraw left.", "J.R\\1 McGraw left.") == "McGraw left."


@pytest.mark.parametrize(
    ("statement", "claim", "lang", "expected"),
    [
        ("He is a singer and drummer.", "Pharrell Williams plays drums.", "en",
         "Pharrell Williams is a singer and drummer."),
        ("His first album came out in 2014.", "Damon Albarn's first album came out in 2011.", "en",
         "Damon Albarn's first album came out in 2014."),
        ("In 2016, he left.", "Justin Chatwin left in 2016.", "en", "In 2016, Justin Chatwin left."),
        ("He knew Williams.", "Pharrell Williams plays drums.", "en", None),  # then he is somebody else
        ("He is a singer.", "Singers are poor.", "en", None),
        ("Brown is a singer.", "Pharrell Williams plays drums.", "en", None),
        ("他1950年出生。", "何丽君1950年出生于奥斯陆。", "zh", "何丽君1950年出生。"),
        ("其首张专辑很畅销。", "何丽君的首张专辑很畅销。", "zh", "何丽君的首张专辑很畅销。"),
        ("他认识何丽君。", "何丽君1950年出生于奥斯陆。", "zh", None),
        ("The city of Paris has two million people.", "Berlin has two million people.", "en", None),
        ("The film Titanic was released in 1997.", "Avatar was released in 1997.", "en", None),
        ("The film director James Cameron left.", "Avatar was released in 1997.", "en", None),
        ("The film stars James Cameron.", "Avatar was released in 1997.", "en", "Avatar stars James Cameron."),
        ("该书记于2019年被查处。", "何丽君于2019年被查处。", "zh", None),
        ("其他公司有三千人。", "何丽君有三千人。", "zh", None),
    ],
)  # fmt: skip
def test_a_statement_without_a_name_is_read_with_that_of_the_claim(
    statement: str, claim: str, lang: str, expected: str | None
) -> None:
    assert named(statement, lang, claim, statement) == expected


def test_no_name_is_put_where_the_passage_speaks_of_it() -> None:
    passage = "Williams had a brother. He is a drummer."
    assert named("He is a drummer.", "en", "Pharrell Williams plays drums.", passage) is None
