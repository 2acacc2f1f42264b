"""The Chinese NER net: its loss against counting all chains, and its export against torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("onnx", reason="onnx is needed for training only")
onnxruntime = pytest.importorskip("onnxruntime")

from starter_models.chinese_data import Sentence  # noqa: E402
from starter_models.chinese_export import export, write_vocabulary  # noqa: E402
from starter_models.chinese_ner import collate, tags_of, train  # noqa: E402
from starter_models.chinese_net import TAGS, Shape, Tagger  # noqa: E402

from claimgraph.platform.models.analysis.chinese_features import Features  # noqa: E402
from claimgraph.platform.models.analysis.chinese_ner import best_chain, spans  # noqa: E402

pytestmark = pytest.mark.torch


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Tensors this small are slower in several threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


SHAPE = Shape(9, 11, 5, 8, character_width=6, bigram_width=4, word_width=4, hidden=7, dropout=0.0)


def example(tags: list[str], seed: int) -> tuple[Features, np.ndarray]:
    random_numbers = np.random.default_rng(seed)
    length = len(tags)
    seen = Features(
        random_numbers.integers(0, 9, length),
        random_numbers.integers(0, 11, (length, 2)),
        random_numbers.integers(0, 5, length),
        random_numbers.random((length, 8), dtype=np.float32),
    )
    return seen, np.array([TAGS.index(tag) for tag in tags])


EXAMPLES = [
    example(["B-PER", "E-PER", "O"], 1),
    example(["S-LOC"], 2),
    example(["O", "O", "B-ORG", "I-ORG", "E-ORG"], 3),
]


def test_the_loss_is_that_of_the_right_chain_among_all() -> None:
    torch.manual_seed(0)
    model = Tagger(SHAPE).eval()
    torch.nn.init.normal_(model.transitions)
    alone = [cost(model.scores(collate([one]))[0], model.transition_scores(), one[1].tolist()) for one in EXAMPLES[:2]]
    torch.testing.assert_close(model.loss(collate(EXAMPLES[:2])), torch.stack(alone).mean(), atol=1e-3, rtol=1e-3)


def cost(scores: torch.Tensor, transitions: torch.Tensor, right: Sequence[int]) -> torch.Tensor:
    """Negative log-likelihood of the right chain, by summing over every chain there is."""
    every = [total(scores, transitions, chain) for chain in product(range(len(TAGS)), repeat=len(scores))]
    return torch.logsumexp(torch.stack(every), 0) - total(scores, transitions, right)


def total(scores: torch.Tensor, transitions: torch.Tensor, chain: Sequence[int]) -> torch.Tensor:
    at = sum(scores[place, tag] for place, tag in enumerate(chain))
    return at + sum(transitions[one, other] for one, other in pairwise(chain))


def test_the_exported_net_scores_as_the_mean_of_its_models(tmp_path: Path) -> None:
    torch.manual_seed(0)
    models = [Tagger(SHAPE).eval() for _ in range(2)]
    export(models, tmp_path / "zh_ner.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "zh_ner.onnx"))
    for seen, tags in EXAMPLES:
        feed = {name: getattr(seen, name) for name in ("characters", "bigrams", "words", "lexicon")}
        found = session.run(None, feed)[0]
        with torch.inference_mode():
            expected = sum(model.scores(collate([(seen, tags)]))[0] for model in models) / 2
        np.testing.assert_allclose(found, expected.numpy(), atol=0.03)


def test_training_learns_its_examples_by_heart_and_gives_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    from starter_models import chinese_ner

    monkeypatch.setattr(chinese_ner, "EPOCHS", 60)
    monkeypatch.setattr(chinese_ner, "RATE", 0.03)
    monkeypatch.setattr(chinese_ner, "WARM_UP", 5)
    models = [train(EXAMPLES, [[]] * len(EXAMPLES), SHAPE, seed=3) for _ in range(2)]
    for one, other in zip(models[0].parameters(), models[1].parameters(), strict=True):
        torch.testing.assert_close(one, other)
    for seen, tags in EXAMPLES:
        scores = models[0].scores(collate([(seen, tags)]))[0].detach().numpy()
        assert best_chain(scores, models[0].transition_scores().detach().numpy(), TAGS) == tags.tolist()


def test_the_tags_of_a_sentence_read_back_as_its_spans() -> None:
    sentence = Sentence("鲁迅在京住北京大学", ((0, 2, "PER"), (3, 4, "LOC"), (5, 9, "ORG")))
    assert spans(tags_of(sentence)) == list(sentence.spans)


def test_the_vocabulary_has_what_the_program_reads(tmp_path: Path) -> None:
    import json

    write_vocabulary([Tagger(SHAPE)], ["北", "京"], ["S-n"], tmp_path / "zh_ner.json")
    raw = json.loads((tmp_path / "zh_ner.json").read_text(encoding="utf-8"))
    assert (raw["characters"], raw["words"], raw["first_id"]) == ("北京", ["S-n"], 2)
    assert len(raw["transitions"]) == len(raw["tags"]) == len(TAGS)
    assert raw["transitions"][raw["tags"].index("O")][raw["tags"].index("I-PER")] <= -1e4
