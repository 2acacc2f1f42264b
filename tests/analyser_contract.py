"""What every text analyser keeps, whatever is inside. A test class inherits this and gives `analyser` as a fixture."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Sequence
from itertools import pairwise

from claimgraph.platform.models.ports import Analysis, TextAnalyser

ODD = [
    "",
    " ",
    " \n\t ",
    "🦜",
    "👩‍👩‍👧 and 🇫🇷 met.",
    "lone \ud800 surrogate",
    "\udfff",
    "control \x00\x07\x1b characters \u202e right to left",
    "zero\u200bwidth\u2060joined",
    "a" * 5000,
    "!" * 400,
    "北京" * 200,
    "e\u0301le\u0300ve, ﬁne, İstanbul, ẞ",
    "two  spaces,\n a line and a tab\t.",
]


class TextAnalyserContract:
    """`sentences`: ordinary ones, of the analyser's language; subclasses for other languages override it."""

    sentences: Sequence[str] = (
        "Marie Curie was born in Warsaw in 1867.",
        "The company, which Ada Holt founded, hasn't sold its harbour to Oslo's council.",
        "Prices rose by 12% to $3.4 million; wages didn't.",
        "Who wrote it?",
        "No.",
        "Although the bridge that the city had planned for years was opened in May, few people used it.",
    )

    def test_each_sentence_gets_its_analysis_in_order(self, analyser: TextAnalyser) -> None:
        texts = [*self.sentences, *ODD]
        assert [analysis.text for analysis in analyser.analyse(texts)] == texts

    def test_no_sentences_give_no_analyses(self, analyser: TextAnalyser) -> None:
        assert analyser.analyse([]) == []

    def test_tokens_lie_where_they_say_in_order(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse([*self.sentences, *ODD]):
            assert all(analysis.text[token.start : token.end] == token.text for token in analysis.tokens)
            assert all(token.start < token.end for token in analysis.tokens)
            assert all(before.end <= after.start for before, after in pairwise(analysis.tokens))

    def test_every_character_that_is_no_space_is_in_a_token(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse(self.sentences):
            covered = "".join(token.text for token in analysis.tokens)
            assert re.sub(r"\s", "", covered) == re.sub(r"\s", "", analysis.text)

    def test_ordinary_words_have_a_lemma_and_tags(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse(self.sentences):
            assert analysis.tokens
            assert all(token.lemma and token.pos.isupper() and token.tag for token in analysis.tokens)

    def test_white_space_has_no_tokens(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse(["", " ", "\n\t "]):
            assert (analysis.tokens, analysis.entities) == ((), ())

    def test_names_lie_in_the_text_in_order(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse([*self.sentences, *ODD]):
            assert all(0 <= name.start < name.end <= len(analysis.text) for name in analysis.entities)
            assert all(before.end <= after.start for before, after in pairwise(analysis.entities))
            assert all(name.label for name in analysis.entities)

    def test_an_analysis_does_not_depend_on_its_batch(self, analyser: TextAnalyser) -> None:
        texts = [*self.sentences, *ODD, " ".join(self.sentences * 4)]
        together = dict(zip(texts, analyser.analyse(texts), strict=True))
        shuffled = random.Random(5).sample(texts, len(texts))
        assert dict(zip(shuffled, analyser.analyse(shuffled), strict=True)) == together
        for text in texts:
            assert analyser.analyse([text]) == [together[text]]

    def test_a_tree_has_one_root_and_no_circle(self, analyser: TextAnalyser) -> None:
        for analysis in analyser.analyse([*self.sentences, *ODD, " ".join(self.sentences * 30)]):
            if analysis.tokens and analysis.tokens[0].head >= 0:
                assert_one_tree(analysis)
            else:
                assert all((token.head, token.dep) == (-1, "") for token in analysis.tokens)

    def test_five_thousand_words_are_analysed_to_their_end(self, analyser: TextAnalyser) -> None:
        text = " ".join(self.sentences)
        text = " ".join([text] * (1 + 5000 // len(analyser.analyse([text])[0].tokens)))
        [analysis] = analyser.analyse([text])
        assert len(analysis.tokens) >= 5000
        assert analysis.tokens[-1].end == len(text)
        assert all(token.pos for token in analysis.tokens)
        if analysis.has_tree:
            assert_one_tree(analysis)

    def test_threads_get_what_one_alone_gets(self, analyser: TextAnalyser) -> None:
        alone = analyser.analyse(self.sentences)
        found: list[list[Analysis]] = []

        def work() -> None:
            found.append(analyser.analyse(self.sentences))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [alone] * 4

    def test_name_version_and_languages_say_who_it_is(self, analyser: TextAnalyser) -> None:
        assert re.fullmatch(r"[a-z0-9_]+", analyser.name)
        assert analyser.version == analyser.version != ""
        assert all(re.fullmatch(r"[a-z]{2}", language) for language in analyser.languages)


def assert_one_tree(analysis: Analysis) -> None:
    heads = [token.head for token in analysis.tokens]
    roots = [index for index, head in enumerate(heads) if head == index]
    assert [token.dep for token in analysis.tokens].count("root") == 1
    assert len(roots) == 1
    assert analysis.tokens[roots[0]].dep == "root"
    assert all(0 <= head < len(heads) for head in heads)
    reached = {roots[0]}
    for start in range(len(heads)):
        path = []
        word = start
        while word not in reached:
            assert word not in path, "the heads run in a circle"
            path.append(word)
            word = heads[word]
        reached.update(path)
