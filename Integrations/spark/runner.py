"""Runs id3tap on inputs, a few at a time, and gives the rows of each command.

A process reads a slice of inputs, one after the other. When it crashes, hangs or cannot read one of
them, its output is thrown away and every input of the slice is read by a process of its own, so that
one bad input costs the others nothing but time.
"""

import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

from tables import UnknownRecord, rows

#: Seconds in which an interrupted process can write its results.
GRACE = 10
#: The number of bytes at the end of a failed process's standard error that are kept.
MESSAGE_SIZE = 2000
#: The exit codes of id3tap (see its README) after which results are complete. 1 means that `check` failed a stream.
GOOD_CODES = (0, 1)
UNREADABLE = 2
USAGE = 64


class UsageError(RuntimeError):
    """id3tap refuses its arguments: no input can be read like this."""


@dataclass(frozen=True)
class Settings:
    """How inputs are read."""

    #: The binary.
    program: str
    #: The commands, in order.
    commands: tuple = ("extract", "check", "pings")
    #: Further arguments of each command.
    arguments: dict = field(default_factory=dict)
    #: The time limit of a process, in seconds.
    timeout: float = 600
    #: The maximum number of attempts to read an input.
    attempts: int = 3
    #: The maximum number of inputs of one process.
    slice: int = 16
    #: Seconds before the second attempt. The time is doubled before each further attempt.
    pause: float = 1


@dataclass
class Outcome:
    """What became of one process. Its output is a file that the caller closes."""

    output: object
    #: The reason of a failure. None after success.
    reason: str = None
    message: str = ""


def run(settings, inputs, sleep=time.sleep, clock=time.monotonic):
    """Yields (table, row) for all inputs; last, for each input, its row of `work`."""
    inputs = list(inputs)
    for start in range(0, len(inputs), max(1, settings.slice)):
        yield from _slice(settings, inputs[start : start + max(1, settings.slice)], sleep, clock)


def _slice(settings, inputs, sleep, clock):
    began = clock()
    bad = [name for name in inputs if _refusal(name)]
    good = [name for name in inputs if not _refusal(name)]
    for name in bad:
        yield "quarantine", _quarantined(name, None, "refused", 0, _refusal(name))
    states = {name: "refused" for name in bad}
    for command in settings.commands:
        together = [name for name in good if name not in states]
        outcome = _process(settings, command, together) if together else None
        if outcome is not None and outcome.reason is None:
            with outcome.output as output:
                yield from _rows(command, output)
            together = []
        elif outcome is not None:
            outcome.output.close()
        for name in good:
            if name in together:
                yield from _single(settings, command, name, settings.attempts, sleep, states)
            elif name in states:
                # The last attempt has failed: the readable part of the input is read.
                yield from _single(settings, command, name, 1, sleep, states)
    seconds = clock() - began
    for name in inputs:
        yield "work", {
            "input": name,
            "state": states.get(name, "done"),
            "seconds": round(seconds / len(inputs), 3),
        }


def _single(settings, command, name, attempts, sleep, states):
    for attempt in range(1, attempts + 1):
        outcome = _process(settings, command, [name])
        if outcome.reason is None or attempt == attempts:
            break
        outcome.output.close()
        sleep(settings.pause * 2 ** (attempt - 1))
    with outcome.output as output:
        # The rows of the readable part are delivered, as by `batch`.
        yield from _rows(command, output, isWhole=outcome.reason is None)
    if outcome.reason is not None:
        states.setdefault(name, outcome.reason)
        yield "quarantine", _quarantined(name, command, outcome.reason, attempts, outcome.message)


def _refusal(name):
    """Why an input cannot be one of a cluster's."""
    if name == "" or "\0" in name:
        return "not a path or URL"
    if name == "-":
        return "executors have no standard input: name files or URLs"
    if name.startswith("@"):
        return "a list in a list: name its inputs, or write ./ in front of a file's name"
    return None


def _quarantined(name, command, reason, attempts, message):
    return {
        "input": name,
        "command": command,
        "reason": reason,
        "attempts": attempts,
        "message": message,
    }


def _process(settings, command, inputs):
    """Runs one command over inputs."""
    arguments = [
        settings.program, command, "--quiet", "--no-progress", "--format", "jsonl",
        # The table of rules has every rule.
        *(["--all-rules"] if command == "check" else []),
        *settings.arguments.get(command, ()), "--", *inputs,
    ]
    output = tempfile.TemporaryFile()
    errors = tempfile.TemporaryFile()
    with errors:
        try:
            process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                # A separate process group, so that all processes that it starts can be ended.
                start_new_session=True,
            )
        except OSError as error:
            output.close()
            raise UsageError(f"{settings.program}: cannot be started: {error}") from error
        is_late = False
        code = None
        try:
            code = process.wait(settings.timeout)
        except subprocess.TimeoutExpired:
            is_late = True
            code = _interrupt(process)
        except BaseException:
            # The task is being cancelled.
            _kill(process)
            output.close()
            raise
        message = _tail(errors)
    if code == USAGE:
        output.close()
        raise UsageError(f"id3tap {command}: {message}")
    output.seek(0)
    if is_late:
        limit = f"{settings.timeout:g}"
        return Outcome(output, "timed-out", f"took longer than {limit} s: give it a longer --timeout")
    if code in GOOD_CODES:
        return Outcome(output)
    if code == UNREADABLE:
        return Outcome(output, "unreadable", message)
    if code < 0:
        name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
        return Outcome(output, "crashed", f"ended by {name}; {message}".rstrip("; "))
    return Outcome(output, "failed", f"exit code {code}; {message}".rstrip("; "))


def _interrupt(process):
    """Lets a process write down what it knows, then ends it."""
    try:
        process.send_signal(signal.SIGINT)
        return process.wait(GRACE)
    except subprocess.TimeoutExpired:
        return _kill(process)


def _kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.wait()


def _tail(file):
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - MESSAGE_SIZE))
    return file.read().decode("utf-8", "replace").strip()


def _rows(command, output, isWhole=True):
    for line in output:
        try:
            yield from rows(command, line)
        except UnknownRecord:
            # The last line of a process that was killed may be incomplete.
            if isWhole or line.endswith(b"\n"):
                raise
