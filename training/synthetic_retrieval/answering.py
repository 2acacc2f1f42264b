"""The model's own answers to trials, and what they are: copied, from memory, or neither."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .trials import Trial

if TYPE_CHECKING:
    import torch

    from claimgraph.platform.models.causal.network import CausalModel

COPIED, FROM_MEMORY, NEITHER = "copied", "from memory", "neither"
LONGEST = 6  # tokens of an answer
_BATCH = 128


@dataclass(frozen=True, slots=True)
class Answered:
    """A trial with the answer that the model gave."""

    trial: Trial
    response: str

    @property
    def is_from_context(self) -> bool:
        """Whether the answer says what the context says; an answer that does not is hallucinated."""
        return self.trial.stated is not None and self.response == self.trial.response(self.trial.stated)

    @property
    def is_true(self) -> bool:
        return self.trial.truth is not None and self.response == self.trial.response(self.trial.truth)

    @property
    def sort(self) -> str:
        return COPIED if self.is_from_context else FROM_MEMORY if self.is_true else NEITHER


def answers(model: CausalModel, trials: Sequence[Trial]) -> list[str]:
    """The model's answer to each, the most probable words up to the full stop."""
    return [text for text, _ in _said(model, trials, None)]


def sampled_surprises(model: CausalModel, trials: Sequence[Trial], seed: int) -> list[float]:
    """Mean surprise a token, in nats, of an answer to each that is drawn from what the model predicts."""
    import torch

    return [surprise for _, surprise in _said(model, trials, torch.Generator().manual_seed(seed))]


def _said(model: CausalModel, trials: Sequence[Trial], generator: torch.Generator | None) -> list[tuple[str, float]]:
    """Answers with their mean surprise a token; prompts of one length go together, so that none is padded."""
    asked = [model.tokenizer(trial.asked)["input_ids"] for trial in trials]
    by_length: dict[int, list[int]] = defaultdict(list)
    for number, ids in enumerate(asked):
        by_length[len(ids)].append(number)
    found = [("", 0.0)] * len(trials)
    for numbers in by_length.values():
        for start in range(0, len(numbers), _BATCH):
            part = numbers[start : start + _BATCH]
            for number, said in zip(part, _continued(model, [asked[one] for one in part], generator), strict=True):
                found[number] = said
    return found


def _continued(
    model: CausalModel, asked: list[list[int]], generator: torch.Generator | None
) -> list[tuple[str, float]]:
    """Continuations of prompts of one length, up to the full stop."""
    import torch

    ids, past = torch.tensor(asked, device=model.device), None
    words, surprises = [], []
    with torch.inference_mode():
        for _ in range(LONGEST):
            step = model.network(input_ids=ids, past_key_values=past, use_cache=True)
            logs, past = step.logits[:, -1].float().cpu().log_softmax(-1), step.past_key_values
            drawn = (
                logs.argmax(-1, keepdim=True)
                if generator is None
                else torch.multinomial(logs.exp(), 1, generator=generator)
            )
            words.append(drawn)
            surprises.append(-logs.gather(-1, drawn))
            ids = drawn.to(model.device)
    stop = model.tokenizer.convert_tokens_to_ids(".")
    said = []
    for tokens, surprise in zip(torch.cat(words, 1).tolist(), torch.cat(surprises, 1).tolist(), strict=True):
        end = tokens.index(stop) + 1 if stop in tokens else len(tokens)
        said.append((model.tokenizer.decode(tokens[:end]), sum(surprise[:end]) / end))
    return said


def known_by_heart(model: CausalModel, silent: Sequence[Trial]) -> set[tuple[str, str]]:
    """(name, verb) of the facts that the model says rightly every time a silent context leaves it to itself."""
    right: dict[tuple[str, str], bool] = {}
    for trial, response in zip(silent, answers(model, silent), strict=True):
        key = (trial.name, trial.relation.verb)
        right[key] = right.get(key, True) and Answered(trial, response).is_true
    return {key for key, value in right.items() if value}
