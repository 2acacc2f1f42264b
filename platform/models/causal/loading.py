"""Loading a causal model from a folder or a hub, or saying why this one will not do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ConfigError, ModelUnavailable

from ..transformers_loading import cannot_load, needs_extra, own_version
from .memory import out_of_memory

if TYPE_CHECKING:
    from .network import CausalModel

KIND = "causal language model"
PICKLED = (".bin", ".pt", ".pth", ".ckpt", ".pkl")
SHOWN = 5
"""Names of missing weights that a message lists."""


def load_causal(model: str | Path, device: str = "cpu", dtype: str | None = None) -> CausalModel:
    """The model and its tokenizer, ready to be read.

    model: a folder, or a name on a hub; device: "cpu", "cuda", "cuda:1", ..., "auto" for a GPU where there is one;
    dtype: "float32", "bfloat16", ...; None: float32 on a CPU, and elsewhere as the weights are stored.
    Raises ModelUnavailable where torch, the model or one of its files is missing or damaged, ConfigError for one that
    cannot be used: encoder-only, encoder-decoder, an architecture whose parts are not known, weights other than
    safetensors, a tokenizer without offsets, a device that is not there. ModelUnavailable also where memory ends.
    """
    model = str(model)
    try:
        import torch
        import transformers
    except ImportError as error:
        raise needs_extra(model, KIND) from error
    from .attention import register
    from .network import CausalModel

    place, kind = _device(device, torch), _dtype(dtype, torch)
    register()
    folder = Path(model)
    if folder.is_dir() and not (folder / "config.json").is_file():
        raise ModelUnavailable(f"The folder {model} holds no {KIND}: it has no config.json. Check the path.")
    _refuse_other_kinds(model, _config(model, transformers))
    if folder.is_dir():
        _check_weights(folder)
    tokenizer = _tokenizer(model, transformers)
    network = _network(model, transformers, place, kind or ("auto" if place.type != "cpu" else torch.float32))
    return CausalModel(model, network, tokenizer)


def version_of(model: str | Path) -> str:
    """What `CausalModel.version` will be, without loading it: a hash of the folder's files, or the hub's commit."""
    return own_version(str(model), lambda: SimpleNamespace(config=_hub_config(str(model))))


def _hub_config(model: str) -> Any:
    try:
        import transformers
    except ImportError as error:
        raise needs_extra(model, KIND) from error
    return _config(model, transformers)


def _device(device: str, torch: Any) -> Any:
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        place = torch.device(device)
        torch.empty(0, device=place)
    except (RuntimeError, AssertionError) as error:  # the latter where torch was built without CUDA
        raise ConfigError(f"There is no device {device} here for the {KIND}; cpu is always there.") from error
    return place


def _dtype(dtype: str | None, torch: Any) -> Any:
    if dtype is None:
        return None
    kind = getattr(torch, dtype, None)
    if not isinstance(kind, torch.dtype) or not kind.is_floating_point:
        raise ConfigError(f"{dtype} is no floating-point type of torch: float32, bfloat16 and float16 are.")
    return kind


def _config(model: str, transformers: Any) -> Any:
    with _files_of_others(model, KIND):
        return transformers.AutoConfig.from_pretrained(model)


def _refuse_other_kinds(model: str, config: Any) -> None:
    """An encoder has no next token to predict, and a decoder beside an encoder reads its context there."""
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        MODEL_FOR_MASKED_LM_MAPPING_NAMES,
    )

    kind = config.model_type
    if config.is_encoder_decoder:
        raise ConfigError(f"The model {model} ({kind}) is an encoder-decoder; a decoder-only model is needed.")
    masked = kind in MODEL_FOR_MASKED_LM_MAPPING_NAMES and not getattr(config, "is_decoder", False)
    looks_ahead = getattr(config.get_text_config(), "use_bidirectional_attention", False)
    if masked or looks_ahead or kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        raise ConfigError(f"The model {model} ({kind}) is encoder-only, or no language model; a causal one is needed.")


def _check_weights(folder: Path) -> None:
    if any(folder.glob("*.safetensors")):
        return
    pickled = sorted(path.name for path in folder.iterdir() if path.suffix in PICKLED)
    if pickled:
        raise ConfigError(
            f"The model {folder} has its weights in {pickled[0]}, a pickle, which can run any code when it is read. "
            "Only safetensors are read: save it again with save_pretrained."
        )
    raise ModelUnavailable(f"The {KIND} {folder} has no weights: there is no *.safetensors in the folder.")


def _tokenizer(model: str, transformers: Any) -> Any:
    with _files_of_others(model, f"tokenizer of the {KIND}"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    if not tokenizer.is_fast:
        raise ConfigError(
            f"The tokenizer of {model} ({type(tokenizer).__name__}) does not say which characters a token stands for; "
            "a fast one is needed (tokenizer.json)."
        )
    return tokenizer


def _network(model: str, transformers: Any, place: Any, dtype: Any) -> Any:
    from .attention import NAME

    with _files_of_others(model, KIND), _quiet(transformers):
        network, info = transformers.AutoModelForCausalLM.from_pretrained(
            model, dtype=dtype, attn_implementation=NAME, use_safetensors=True, output_loading_info=True
        )
    missing = sorted(str(name) for name in (*info["missing_keys"], *info["mismatched_keys"]))
    if missing:  # transformers fills them with random numbers
        raise ModelUnavailable(
            f"The {KIND} {model} lacks {len(missing)} of its weights: {', '.join(missing[:SHOWN])}. "
            "Check that the files belong together."
        )
    with _files_of_others(model, KIND):
        return network.to(place).eval()


@contextmanager
def _files_of_others(model: str, what: str) -> Iterator[None]:
    """Each reader of a model's files has errors of its own for what is wrong with them; all become one."""
    try:
        yield
    except Exception as error:
        if out_of_memory(error):
            raise ModelUnavailable(
                f"The memory does not suffice to load the {what} {model}. Use a smaller model or dtype, or a device "
                "with more memory."
            ) from error
        raise cannot_load(model, what, error) from error


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """Bars and tables on stderr are for people who load a model by hand; what is missing is said in an error."""
    logging = transformers.utils.logging
    bars, verbosity = logging.is_progress_bar_enabled(), logging.get_verbosity()
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()
