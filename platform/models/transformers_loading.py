"""Models of the transformers library, from a folder or by a name on a hub: loading them, and saying why it failed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ModelUnavailable

from .identifiers import folder_hash

if TYPE_CHECKING:
    import torch


def load(model: str, kind: str, auto_class: str, device: str) -> tuple[Any, Any]:
    """(tokenizer, model): of the transformers class named `auto_class`, in fp32, on `device`, ready to infer.

    `kind` is what the message calls the model ("NLI model"). Raises ModelUnavailable without transformers or torch, or
    where the model cannot be read.
    """
    try:
        import transformers
    except ImportError as error:
        raise needs_extra(model, kind) from error
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(model)
        network: torch.nn.Module = getattr(transformers, auto_class).from_pretrained(model)
    except ImportError as error:  # transformers is there, and torch is not
        raise needs_extra(model, kind) from error
    except (OSError, ValueError) as error:
        raise cannot_load(model, kind, error) from error
    return tokenizer, network.float().to(device).eval()


def own_version(model: str, loaded: Callable[[], Any]) -> str:
    """A hash of the folder's files; only of a model by name `loaded` is asked, for the hub's commit in its config."""
    folder = Path(model)
    if folder.is_dir():
        return folder_hash(folder)
    return getattr(loaded().config, "_commit_hash", None) or "unversioned"


def needs_extra(model: str, kind: str) -> ModelUnavailable:
    return ModelUnavailable(f"The {kind} {model} needs more packages: pip install 'claimgraph[torch]'.")


def cannot_load(model: str, kind: str, error: Exception) -> ModelUnavailable:
    return ModelUnavailable(
        f"The {kind} {model} cannot be loaded ({type(error).__name__}). "
        "Check that it is a model folder, or a name on a hub that this machine can reach."
    )
