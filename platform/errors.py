"""Every error claimgraph raises on purpose.

    ClaimGraphError
    ├── ConfigError             a setting is missing, malformed or contradicts another
    ├── GraphError              the store refused or failed
    │   ├── GraphUnavailable    no store answers at the address
    │   ├── Conflict            concurrent writers kept colliding beyond the bounded retries
    │   └── MigrationError      the schema in the store is not the one this program knows
    ├── ModelError              a model could not do its work
    │   ├── ModelUnavailable    missing file, missing package, no endpoint, no answer
    │   └── ModelReplyError     a reply that cannot be parsed, also after one repair attempt
    ├── InputError              what was handed in cannot be worked on
    │   ├── UnreadableDocument  a file that no reader can turn into text
    │   ├── TextTooLong         beyond the limit that the message names
    │   ├── Unconfirmed         something that cannot be undone was asked for without saying so
    │   └── DamagedArchive      a backup that is cut short, changed, or no backup at all
    ├── NotFound                nothing with that id in this tenant
    └── Forbidden               credentials missing or refused
        └── CredentialsRefused  those that this program has for the store or a model

A message says what happened, to what, and what to do about it. It never holds the text of a document, of an
answer or a secret.
"""

from __future__ import annotations


class ClaimGraphError(Exception):
    """Base of all errors raised on purpose; `exit_code` is what the command line leaves with."""

    exit_code = 1


class ConfigError(ClaimGraphError):
    """A setting is missing, malformed or contradicts another one."""

    exit_code = 2


class GraphError(ClaimGraphError):
    """The store refused a statement or failed while working on it."""


class GraphUnavailable(GraphError):
    """No store answers at the configured address."""


class Conflict(GraphError):
    """Concurrent writers kept colliding until the bounded retries were used up."""


class MigrationError(GraphError):
    """The schema recorded in the store does not fit the migrations this program carries."""


class ModelError(ClaimGraphError):
    """A model could not do its work."""


class ModelUnavailable(ModelError):
    """The model's file, package or endpoint is missing or does not answer."""


class ModelReplyError(ModelError):
    """A model replied with something that is not the asked-for structure, also after one repair attempt."""


class InputError(ClaimGraphError):
    """What was handed in cannot be worked on."""

    exit_code = 2


class UnreadableDocument(InputError):
    """No reader can turn this file into text."""


class TextTooLong(InputError):
    """The text is longer than the limit named in the message."""


class Unconfirmed(InputError):
    """What cannot be undone is done only when the caller says that it is meant."""


class DamagedArchive(InputError):
    """The file is no backup, or not the whole and unchanged one that was written."""


class NotFound(ClaimGraphError):
    """Nothing with that id exists in this tenant."""

    exit_code = 2


class Forbidden(ClaimGraphError):
    """Credentials are missing or were refused."""

    exit_code = 2


class CredentialsRefused(Forbidden):
    """The store or an endpoint refused what this program has for it: whoever asks a service can do nothing about it."""
