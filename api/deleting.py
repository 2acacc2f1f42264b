"""Deleting as callers say it: by key, path or id."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import InputError, NotFound, Unconfirmed

if TYPE_CHECKING:
    from claimgraph.verify.deleting import Deletion
    from claimgraph.verify.erasing_tenants import TenantErased

    from .bootstrap import Services


async def delete(services: Services, subject: str, name: str | Path, yes: bool) -> Deletion:
    from claimgraph.verify.deleting import Subject

    known = [one.value for one in Subject]
    if subject not in known:
        raise InputError(f"A {subject[:40]!r} cannot be deleted; choose one of {', '.join(known)}.")
    if not str(name).strip():
        raise InputError(f"Say which {subject} is to be deleted.")
    names = _names(name) if subject == Subject.DOCUMENT.value else [str(name)]
    return await services.deleter.delete(services.tenant, Subject(subject), names, yes=yes)


async def erase(services: Services, tenant: str, yes: bool) -> TenantErased:
    if not tenant.strip():
        raise InputError("Say which tenant is to be erased.")
    if not yes:
        raise Unconfirmed(
            f"This deletes everything of the tenant {tenant[:80]!r}, for good; say --yes (yes=True) to do it."
        )
    return await services.tenant_eraser.erase(tenant)


async def erase_own(services: Services, tenant: str, yes: bool) -> TenantErased:
    """`erase` for a caller who has the key of one tenant's service: it must name that very tenant."""
    if tenant != services.tenant:
        raise NotFound("This service does not serve a tenant of that name; erase others by `claimgraph erase`.")
    return await erase(services, tenant, yes)


def _names(name: str | Path) -> list[str]:
    """A document's key as it was given, and as the path that a file's key is."""
    text = str(name)
    try:
        path = Path(name).resolve().as_posix()
    except (OSError, ValueError, RuntimeError):
        return [text]
    return list(dict.fromkeys([text, path]))
