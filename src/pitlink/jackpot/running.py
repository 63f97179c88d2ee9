"""Whether a link runs: suspended, failed, checked, resumed; what is changed meanwhile; its end.

Whatever touches parameters or money without a round of play needs two persons of different posts, and a note.
"""

import re

from pitlink.jackpot.commands import (
    ChangeParameters,
    CheckLink,
    CorrectDisplay,
    FailLink,
    ReceiveJackpot,
    ResumeLink,
    RetireLink,
    SuspendLink,
)
from pitlink.jackpot.contributions import not_running
from pitlink.jackpot.events import (
    DisplayCorrected,
    Event,
    JackpotReceived,
    LinkChecked,
    LinkFailed,
    LinkResumed,
    LinkRetired,
    LinkSuspended,
    ParametersChanged,
)
from pitlink.jackpot.link import FallReason, Held, Link, fine
from pitlink.jackpot.parameters import check, parameters_digest, warnings_for
from pitlink.money import dollars
from pitlink.people import Person
from pitlink.refusals import Refused, check_words, needs, two_persons

DIGEST = re.compile(r"[0-9a-f]{64}")

Decided = tuple[Event, ...] | Refused


def suspend(link: Link, command: SuspendLink) -> Decided:
    if refused := needs("gaming_shift_manager", command.by, "suspending a link") or _noted("suspending", command.note):
        return refused
    if not link.runs:
        return not_running(link, "suspending")
    return (LinkSuspended(command.note, command.by.id),)


def fail(link: Link, command: FailLink) -> Decided:
    """What it displays is what it had registered, and stays so until it is won or put right (rws-3cp 5.17.1)."""
    if refused := needs("gaming_shift_manager", command.by, "failing a link") or _noted("failing", command.note):
        return refused
    if link.state == "failed":
        return Refused("link_has_failed", f"link {link.id}: {link.note}", "a link that has not failed", "R112")
    return (LinkFailed(link.display, command.note, command.by.id),)


def may_check(by: Person) -> Refused | None:
    """Whether somebody may have a link checked, which is asked before it is looked through."""
    return needs("gaming_shift_manager", by, "checking a link")


def check_itself(link: Link, command: CheckLink) -> Decided:
    """At any time. A link that does not pass fails at once."""
    if refused := may_check(command.by):
        return refused
    for what, digest in (("software", command.software), ("parameters", command.parameters)):
        if DIGEST.fullmatch(digest) is None:
            return Refused("not_a_digest", f"{what} {digest[:20]!r}", "a SHA-256 digest in hexadecimal")
    if command.passed and command.parameters != parameters_digest(link.set_up):
        found = f"a self-check of parameters {command.parameters[:8]}… of link {link.id}"
        return Refused("other_parameters", found, f"{parameters_digest(link.set_up)[:8]}…, which it has now")
    checked = LinkChecked(command.software, command.parameters, command.passed, command.by.id)
    if command.passed or link.state == "failed":
        return (checked,)
    return (LinkFailed(link.display, "the self-check did not pass", command.by.id), checked)


def resume(link: Link, command: ResumeLink) -> Decided:
    by, second = command.by, command.second
    if refused := needs("gaming_shift_manager", by, "resuming a link") or _noted("resuming", command.note):
        return refused
    if link.runs:
        return Refused("link_is_running", f"link {link.id}", "a link that is suspended or has failed")
    if link.state == "failed" and second is None:
        return Refused("second_missing", f"resuming link {link.id}, which has failed", "a second person", "R112")
    if refused := by_person("resuming a link", by) if second is None else _two(by, second, "resuming a link"):
        return refused
    if not link.checked:
        found = f"link {link.id}, {'not checked' if link.checked is None else 'which did not pass'}"
        return Refused("self_check_missing", found, "a self-check passed since the last change or failure")
    return (LinkResumed(command.note, by.id, second.id if second else None),)


def change(link: Link, command: ChangeParameters) -> Decided:
    """No parameter changes while the link runs; what rounds and meters rest on does not change at all."""
    new, old = command.parameters, link.set_up
    if refused := _two(command.by, command.second, "changing parameters") or _noted("changing", command.note):
        return refused
    if refused := _suspended(link, "changing parameters") or check(new):
        return refused
    if new.base != old.base:
        found = f"base {dollars(new.base)}"
        return Refused("base_is_history", found, f"{dollars(old.base)}, which the display started with")
    if new.limit is not None and fine(new.limit) < link.meters.display:
        found, shown = f"limit {dollars(new.limit)}", dollars(link.display)
        return Refused("limit_below_display", found, f"at least {shown}, which is shown, and its fraction of a cent")
    if new.unit != old.unit and link.tables:
        found = f"unit {dollars(new.unit)} with member tables {', '.join(sorted(link.tables))}"
        return Refused("unit_in_use", found, f"{dollars(old.unit)} while there are member tables")
    if new.reset != old.reset and link.open_claims:
        found = f"reset value {dollars(new.reset)} on link {link.id}"
        return Refused("claims_are_open", found, f"{dollars(old.reset)} until all claims are paid")
    if new == old:
        return Refused("same_parameters", "the parameters as they are", "something that changes")
    warnings = warnings_for(link.operator, new, link.display)
    version = link.parameters_version + 1
    return (ParametersChanged(new, version, command.note, command.by.id, command.second.id, warnings),)


def correct(link: Link, command: CorrectDisplay) -> Decided:
    if refused := _two(command.by, command.second, "correcting the display") or _noted("correcting", command.note):
        return refused
    if command.change == 0:
        return Refused("no_change", "a correction of 0.00", "an amount up or down")
    after = link.meters.display + fine(command.change)
    limit = link.set_up.limit
    if after < 0 or (limit is not None and after > fine(limit)):
        found = f"display {dollars(link.display)} changed by {dollars(command.change)}"
        expected = "0.00 or more" if limit is None else f"0.00 to {dollars(limit)}"
        return Refused("display_out_of_range", found, expected)
    return (DisplayCorrected(command.change, command.note, command.by.id, second=command.second.id),)


# The end


def retire(link: Link, command: RetireLink) -> Decided:
    """Nothing is left over, and nothing can be done with it afterwards (R113)."""
    if refused := _two(command.by, command.second, "retiring a link") or _noted("retiring", command.note):
        return refused
    if refused := _suspended(link, "retiring"):
        return refused
    if link.open_claims:
        return Refused("claims_are_open", f"link {link.id}", "claims paid first")
    if link.tables:
        found = f"link {link.id} with member tables {', '.join(sorted(link.tables))}"
        return Refused("tables_are_members", found, "a link without member tables", "R113")
    held = Held(link.meters.display, link.meters.reserve, link.meters.overflow)
    reason: FallReason = "retired" if command.to is None else "transferred"
    return (LinkRetired(command.to, held, command.note, command.by.id, command.second.id, reason),)


def receive(link: Link, command: ReceiveJackpot) -> Decided:
    if refused := _suspended(link, "receiving a jackpot"):
        return refused
    return (JackpotReceived(command.link, command.held, command.note, command.by.id, command.second.id),)


# Who, why, and when


def _two(by: Person, second: Person, what: str) -> Refused | None:
    """A gaming shift manager and a pit manager: different posts from pit manager up leave no other pair."""
    for person in (by, second):
        if refused := needs("pit_manager", person, what):
            return refused
    return by_person(what, by, second) or two_persons(by, second, what, "R113")


def by_person(what: str, *people: Person) -> Refused | None:
    """A program may stop a link, and check it; whatever else is done to it a person answers for."""
    for each in people:
        if each.software:
            return Refused("not_a_person", f"{what} by software officer {each.id}", "a person", "R111")
    return None


def _noted(what: str, note: str) -> Refused | None:
    if not note.strip():
        return Refused("no_note", f"{what} without a note", "what happened, in words")
    return check_words(note)


def _suspended(link: Link, what: str) -> Refused | None:
    if link.state == "suspended":
        return None
    return Refused("link_not_suspended", f"{what}; link {link.id} is {link.state}", "a link that is suspended", "R112")
