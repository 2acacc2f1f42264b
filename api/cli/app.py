"""The commands with their arguments. What they do is in the modules beside, imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="claimgraph",
    help="Checks what language models say against what the sources say, and remembers every check in a graph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
config = typer.Typer(help="The settings in use.", no_args_is_help=True)
app.add_typer(config, name="config")
bench = typer.Typer(help="Measures on data of your own.", no_args_is_help=True)
app.add_typer(bench, name="bench")
redeep = typer.Typer(
    help="Looks into a causal language model: did an answer come from its context?", no_args_is_help=True
)
app.add_typer(redeep, name="redeep")

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def _show_version(asked: bool) -> None:
    if asked:
        from ..version import version

        print(f"claimgraph {version()}")
        raise typer.Exit


@app.callback()
def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Settings come from CLAIMGRAPH_* variables, .env and claimgraph.toml; see `claimgraph config show`."""
    from .streams import start_logging

    start_logging()


@app.command()
def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files and folders; - reads standard input.")],
    title: Annotated[str | None, typer.Option(help="Title of the one document.")] = None,
    as_json: AsJson = False,
) -> None:
    """Load documents (text, Markdown, PDF) into the graph."""
    from .ingesting import ingest

    raise typer.Exit(ingest(paths, title, as_json))


@app.command()
def retrieve(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    k: Annotated[int, typer.Option("--k", "-k", help="Most chunks to give.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Find the chunks that fit a query best, by meaning and by words."""
    from .reading import retrieve

    retrieve(query, k, as_json)


@app.command()
def verify(
    answer: Annotated[str, typer.Argument(metavar="ANSWER_FILE", help="The answer; - reads standard input.")],
    context: Annotated[
        list[Path] | None,
        typer.Option(help="A file that is evidence for this answer; may be repeated. Without: all that was ingested."),
    ] = None,
    question: Annotated[str | None, typer.Option(help="The question that was answered.")] = None,
    model: Annotated[str | None, typer.Option(help="The model that gave the answer.")] = None,
    key: Annotated[str | None, typer.Option(help="Your own id of the answer.")] = None,
    domain: Annotated[str, typer.Option(help="general, enterprise, finance, legal or medical.")] = "general",
    risk: Annotated[str, typer.Option(help="Sets the threshold: low, normal or high.")] = "normal",
    no_correct: Annotated[bool, typer.Option("--no-correct", help="Judge only.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check an answer claim by claim, and correct what is wrong."""
    from .verifying import Wanted, verify

    correct = False if no_correct else None
    verify(answer, Wanted(tuple(context or ()), question, model, key, domain, risk, correct), as_json)


@app.command("verify-batch")
def verify_batch(
    answers: Annotated[
        str, typer.Argument(metavar="ANSWERS.jsonl", help="An answer a line, as JSON; - reads standard input.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="File for the results; run again, what it holds already is passed over.")
    ] = None,
    at_once: Annotated[int, typer.Option(min=1, max=64, help="Answers that are worked on at a time.")] = 8,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --out: print the summary as one JSON object and nothing else.")
    ] = False,
) -> None:
    """Check many answers: a result a line; failures are listed at the end. Run it again after an interruption."""
    from .batching import verify_batch

    raise typer.Exit(verify_batch(answers, out, at_once, as_json))


@app.command()
def resume(
    list_only: Annotated[bool, typer.Option("--list", help="Only show what is unfinished.")] = False,
    at_once: Annotated[int, typer.Option(min=1, max=64, help="Jobs that are worked on at a time.")] = 1,
    drop: Annotated[
        str | None, typer.Option(metavar="ID", help="Delete this job, which was left behind, and finish nothing.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="With --drop: really do it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring verifications that were left behind (a crash, a kill) to their end."""
    from .resuming import drop_job, resume

    if drop is not None:
        drop_job(drop, yes, as_json)
    else:
        raise typer.Exit(resume(list_only, at_once, as_json))


@app.command()
def delete(
    subject: Annotated[str, typer.Argument(metavar="WHAT", help="document, revision, answer or question.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id; a document's or answer's key does too.")],
    yes: Annotated[bool, typer.Option("--yes", help="Also where answers rest on it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete with provenance: what only it supported goes, what others support stays."""
    from .deleting import delete

    delete(subject, name, yes, as_json)


@app.command()
def reverify(as_json: AsJson = False) -> None:
    """Judge again what rested on text that has been deleted, on the evidence that is left."""
    from .deleting import reverify

    raise typer.Exit(reverify(as_json))


@app.command()
def erase(
    tenant: Annotated[str, typer.Option("--tenant", help="The tenant to erase.")],
    yes: Annotated[bool, typer.Option("--yes", help="Really do it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete everything of a tenant, its search indexes included."""
    from .deleting import erase

    erase(tenant, yes, as_json)


@app.command()
def decompose(
    text: Annotated[str, typer.Argument(metavar="FILE", help="The text; - reads standard input.")],
    method: Annotated[
        str | None, typer.Option(help="rules, llm or hybrid (rules, and the model for what is hard); else the setting.")
    ] = None,
    granularity: Annotated[str, typer.Option(help="claim, sentence, passage, or auto: by domain and risk.")] = "claim",
    domain: Annotated[str, typer.Option(help="For auto: general, enterprise, finance, legal or medical.")] = "general",
    risk: Annotated[str, typer.Option(help="For auto: low, normal or high.")] = "normal",
    quality: Annotated[bool, typer.Option("--quality", help="Measure how well the text was taken apart.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take a text apart into atomic claims with their places and triples; nothing is stored."""
    from .decomposing import Wanted, decompose

    decompose(text, Wanted(method, granularity, domain, risk, quality), as_json)


@app.command()
def grapheval(
    output: Annotated[str, typer.Argument(metavar="OUTPUT_FILE", help="What the model said; - reads standard input.")],
    context: Annotated[list[Path], typer.Option(help="A file it was made from; may be repeated.")],
    threshold: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Least probability that makes a triple hallucinated.")
    ] = 0.5,
    strategy: Annotated[str | None, typer.Option(help="How triples are read: rules or llm.")] = None,
    no_correct: Annotated[bool, typer.Option("--no-correct", help="Judge only.")] = False,
    as_json: AsJson = False,
) -> None:
    """GraphEval: hold the triples of an output against its context, and correct the hallucinated ones."""
    from .graphevaluating import grapheval

    grapheval(output, context, threshold, strategy, not no_correct, as_json)


@app.command()
def merges(
    undo: Annotated[str | None, typer.Option(metavar="ID", help="Undo this merge.")] = None,
    redo: Annotated[str | None, typer.Option(metavar="ID", help="Make a merge that was undone hold again.")] = None,
    limit: Annotated[int, typer.Option(help="Most merges to list.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List the names that were found to be one thing, and why; undo what is wrong."""
    from .reading import merges

    merges(undo, redo, limit, as_json)


@app.command()
def graphql(
    query: Annotated[str, typer.Argument(help="A GraphQL operation; - reads standard input.")],
    variables: Annotated[str | None, typer.Option(help="Its variables, as a JSON object.")] = None,
) -> None:
    """Run a GraphQL operation and print the response."""
    from .reading import graphql

    raise typer.Exit(graphql(query, variables))


@app.command()
def cypher(
    query: Annotated[str, typer.Argument(help="One Cypher statement, or a file of one; - reads standard input.")],
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=JSON", help="A parameter of the statement; may be repeated.")
    ] = None,
    timeout: Annotated[float, typer.Option(help="Seconds after which the statement is ended.")] = 30.0,
    limit: Annotated[int, typer.Option(help="Most rows to give.")] = 1000,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values with a header.")] = False,
) -> None:
    """Ask the graph in Cypher, read-only; for operators, it sees every tenant."""
    from .querying import Wanted, cypher

    cypher(query, Wanted(tuple(param or ()), timeout, limit, as_json, as_csv))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = 8000,
) -> None:
    """Serve GraphQL and REST over HTTP."""
    from .serving import serve

    serve(host, port)


@app.command()
def stop(
    force: Annotated[bool, typer.Option("--force", help="Also while other processes use it.")] = False,
) -> None:
    """Stop the embedded store."""
    from .operating import stop

    stop(force)


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Say which store, schema, models and settings are in use, and what is wrong."""
    from .operating import doctor

    raise typer.Exit(doctor(as_json))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup.")],
    yes: Annotated[bool, typer.Option("--yes", help="Overwrite FILE where it is there already.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the whole store, every tenant of it, into one checksummed file that either store can be restored from."""
    from .backing_up import backup

    backup(file, yes, as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `claimgraph backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", help="Delete what the store holds first.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the store hold exactly what a backup holds; refused where it holds something already."""
    from .backing_up import restore

    restore(file, yes, as_json)


@app.command()
def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be applied.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the store's schema up to date; every command that uses the store does so too."""
    from .backing_up import migrate

    migrate(dry_run, as_json)


@config.command("show")
def config_show(as_json: AsJson = False) -> None:
    """Show every setting with its value and its meaning; secrets are masked."""
    from .operating import config_show

    config_show(as_json)


@bench.command("compare")
def bench_compare(
    first: Annotated[Path, typer.Argument(metavar="A.json", help="A result of `make bench`: what it was.")],
    second: Annotated[Path, typer.Argument(metavar="B.json", help="A later result of the same benchmark.")],
    margin: Annotated[
        float, typer.Option(min=0.0, help="What counts as noise where a file keeps no single measurements: 0.1 is 10%.")
    ] = 0.1,
    as_json: AsJson = False,
) -> None:
    """Two results of one benchmark, figure by figure: ratios, and what is worse beyond noise."""
    from .comparing import compare_results

    compare_results(first, second, margin, as_json)


@bench.command("quality")
def bench_quality(
    dataset: Annotated[
        Path,
        typer.Argument(metavar="DATASET", help="JSONL (.gz) of premise, hypothesis, label or source, answer, label."),
    ],
    policy: Annotated[
        list[str] | None, typer.Option(help="A verdict policy, by name or as .json file; may be repeated.")
    ] = None,
    judge: Annotated[
        list[str] | None, typer.Option(help="A single judge, or overlap (of words); may be repeated.")
    ] = None,
    compare_all: Annotated[bool, typer.Option("--compare-all", help="Every policy and every judge there is.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="About so many cases, whole premises.")] = None,
    fit_share: Annotated[
        float, typer.Option(min=0.0, help="Share of premises that thresholds are fitted on; 0: thresholds of 0.5.")
    ] = 0.3,
    seed: Annotated[int, typer.Option(help="Of the split and of the intervals.")] = 0,
    lang: Annotated[str | None, typer.Option(help="Only cases in this language: en or zh.")] = None,
    cache: Annotated[
        Path | None, typer.Option(help="JSONL file that keeps opinions; what it holds is not judged again.")
    ] = None,
    nli_model: Annotated[
        Path | None, typer.Option(help="Folder with nli.onnx and tokenizer.json, instead of the model in use.")
    ] = None,
    errors: Annotated[bool, typer.Option("--errors", help="Show every case that the first one tells wrong.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure judges and policies: balanced accuracy, AUROC, F1, calibration, cost and speed, with intervals."""
    from ..benching import Wanted
    from .benching import quality

    policies, judges = tuple(policy or ()), tuple(judge or ())
    wanted = Wanted(dataset, policies, judges, compare_all, limit, fit_share, seed, lang, cache, nli_model)
    quality(wanted, as_json, errors)


@redeep.command("fit")
def redeep_fit(
    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="Labelled responses: a JSONL file, or a public set's folder.")
    ],
    model: Annotated[Path, typer.Option(help="Folder of the causal language model that reads them.")],
    out: Annotated[Path, typer.Option(help="The detector's file, in JSON.")],
    layout: Annotated[str, typer.Option(help="jsonl, ragtruth or dolly.")] = "jsonl",
    of_model: Annotated[str | None, typer.Option(help="Of a public set, only responses of this model.")] = None,
    split: Annotated[str | None, typer.Option(help="Of a public set, only this split: train or test.")] = None,
    own_prompts: Annotated[
        bool, typer.Option("--own-prompts", help="Read with the set's own prompts; not for verification.")
    ] = False,
    top: Annotated[
        float | None, typer.Option(help="Share of context tokens that ECS looks at; 0.1 unless given.")
    ] = None,
    copying_heads: Annotated[
        int | None,
        typer.Option(help="Heads considered, those with the highest copying scores; 32 unless given, 0 for all."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the folds.")] = 0,
    device: Annotated[str, typer.Option(help="cpu, cuda, cuda:1, mps or auto.")] = "cpu",
    as_json: AsJson = False,
) -> None:
    """Fit a detector for one causal language model on labelled responses."""
    from ..redeep import Fit
    from .redeeping import fit

    fit(Fit(data, str(model), out, layout, of_model, split, own_prompts, top, copying_heads, seed, device), as_json)


@redeep.command("score")
def redeep_score(
    answer: Annotated[str, typer.Argument(metavar="ANSWER_FILE", help="The answer; - reads standard input.")],
    context: Annotated[
        list[Path] | None, typer.Option(help="A file that the answer should come from; may be repeated.")
    ] = None,
    question: Annotated[str | None, typer.Option(help="The question that was answered.")] = None,
    model: Annotated[Path | None, typer.Option(help="Folder of a causal language model; else the setting's.")] = None,
    detector: Annotated[Path | None, typer.Option(help="A detector fitted for it; without: no scores.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the heat map as a page, too.")] = None,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, cuda:1, mps or auto.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show token by token, and claim by claim, whether an answer comes from its context."""
    from .redeeping import Scoring, score

    named = None if model is None else str(model)
    score(Scoring(answer, tuple(context or ()), question, named, detector, html, device), as_json)
