import os
import tempfile
import unittest

import support  # noqa: F401
import runner

#: A script that replaces id3tap. The name of an input determines what the script does.
STAND_IN = """#!/bin/sh
code=0
command=$1
while [ "$1" != -- ]; do shift; done
shift
for input; do
  case $input in
    *hang*) trap 'echo "{\\"input\\":\\"$input\\",\\"partial\\":true}"; exit 130' INT
            while :; do sleep 0.05; done;;
    *crash*) kill -SEGV $$;;
    *once*) if [ ! -e "$input" ]; then touch "$input"; echo "cut off" >&2; exit 2; fi;;
    *unreadable*) echo "id3tap: $input: no such file: check the path" >&2; code=2; continue;;
    *usage*) echo "Error: unknown option" >&2; exit 64;;
    *half*) printf '{"input":"%s"' "$input"; kill -KILL $$;;
  esac
  echo "{\\"input\\":\\"$input\\",\\"verdict\\":\\"$command\\"}"
done
exit $code
"""


class Inputs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = os.path.join(self.folder.name, "id3tap")
        with open(self.program, "w", encoding="ascii") as file:
            file.write(STAND_IN)
        os.chmod(self.program, 0o755)
        self.pauses = []

    def run_on(self, *inputs, **settings):
        settings.setdefault("commands", ("check",))
        settings.setdefault("timeout", 30)
        settings = runner.Settings(program=self.program, **settings)
        found = {}
        for table, row in runner.run(settings, inputs, sleep=self.pauses.append):
            found.setdefault(table, []).append(row)
        return found

    def states(self, found):
        return {row["input"]: row["state"] for row in found["work"]}

    def test_a_bad_input_does_not_hurt_the_others_of_its_slice(self):
        for bad, reason in (("crash", "crashed"), ("unreadable", "unreadable")):
            with self.subTest(bad):
                found = self.run_on("a", bad, "b", attempts=1)
                self.assertEqual(self.states(found), {"a": "done", bad: reason, "b": "done"})
                names = [row["input"] for row in found["inputs"]]
                self.assertEqual([name for name in names if name != bad], ["a", "b"])
                self.assertEqual([row["reason"] for row in found["quarantine"]], [reason])

    def test_an_input_that_hangs_is_interrupted_and_what_it_gave_is_kept(self):
        found = self.run_on("a", "hang", attempts=1, timeout=3)
        self.assertEqual(self.states(found), {"a": "done", "hang": "timed-out"})
        self.assertEqual(sorted(row["input"] for row in found["inputs"]), ["a", "hang"])

    def test_an_input_that_fails_once_is_tried_again(self):
        name = os.path.join(self.folder.name, "once")
        found = self.run_on(name, slice=1)
        self.assertEqual(self.states(found), {name: "done"})
        self.assertNotIn("quarantine", found)
        self.assertEqual(len(found["inputs"]), 1)

    def test_attempts_are_bounded_with_longer_pauses_between(self):
        found = self.run_on("unreadable", attempts=4)
        self.assertEqual(self.pauses, [1, 2, 4])
        self.assertEqual(found["quarantine"][0]["attempts"], 4)
        self.assertIn("no such file", found["quarantine"][0]["message"])

    def test_half_a_line_of_a_killed_process_is_dropped(self):
        found = self.run_on("half", attempts=1)
        self.assertNotIn("inputs", found)
        self.assertEqual(self.states(found), {"half": "crashed"})

    def test_every_command_runs_over_every_input(self):
        found = self.run_on("a", "b", commands=("extract", "check", "pings"), slice=1)
        self.assertEqual([len(found[table]) for table in ("tags", "inputs", "pings")], [2, 2, 2])

    def test_what_no_executor_can_read_is_refused(self):
        found = self.run_on("a", "-", "@list")
        self.assertEqual(self.states(found), {"a": "done", "-": "refused", "@list": "refused"})

    def test_a_usage_error_ends_the_job(self):
        with self.assertRaisesRegex(runner.UsageError, "unknown option"):
            self.run_on("usage")

    def test_a_missing_binary_ends_the_job(self):
        settings = runner.Settings(program=os.path.join(self.folder.name, "none"))
        with self.assertRaisesRegex(runner.UsageError, "cannot be started"):
            list(runner.run(settings, ["a"]))


if __name__ == "__main__":
    unittest.main()
