"""What a service does about work that was left behind: in the background, from its start on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import anyio

from claimgraph.platform.errors import ClaimGraphError

if TYPE_CHECKING:
    from claimgraph.verify.resuming import ResumedJob

    from .bootstrap import Services

_log = logging.getLogger("claimgraph.jobs")

PAUSE_SECONDS = 60.0
"""Between two looks: a job of another host is found left only once its lease has run out."""

MOST_ATTEMPTS = 5
"""Jobs begun so often are left to `claimgraph resume`: one that ends its process must not end this one for ever."""


async def keep_resuming(services: Services) -> None:
    """Bring left work to its end, now and as more of it is found; ends only when it is cancelled."""
    while True:
        try:
            await resume_once(services)
        except ClaimGraphError as error:
            _log.warning("left work could not be resumed (%s); trying again", type(error).__name__)
        except Exception:  # the service goes on serving
            _log.exception("left work could not be resumed; trying again")
        await anyio.sleep(PAUSE_SECONDS)


async def resume_once(services: Services) -> list[ResumedJob]:
    """What became of each job that was left; no model is loaded where there is none."""
    if not await _anything_left(services):
        return []
    await services.ready()
    return await services.resumer.resume(services.tenant, _log_resumed, most_attempts=MOST_ATTEMPTS)


def _log_resumed(job: ResumedJob) -> None:
    """A warning: something ended before its work was done."""
    _log.warning("job %s of answer %s had been left behind: %s", job.id, job.answer_id, job.status.value)


async def _anything_left(services: Services) -> bool:
    from claimgraph.verify.resuming import JobState

    async for job in services.resumer.unfinished(services.tenant):
        if job.state is JobState.LEFT and job.attempts < MOST_ATTEMPTS:
            return True
    return False
