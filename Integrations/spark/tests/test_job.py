"""The job on a local cluster of two workers: the same rows as `id3tap batch`, and nothing lost."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import support
import tables

#: The number of streams that the test makes in addition to the sample streams.
GENERATED = 240


def can_run():
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "pyspark is not installed: make test-spark installs it"
    if not support.ID3TAP:
        return "ID3TAP does not name the binary: use make test-spark"
    return None


@unittest.skipIf(can_run(), can_run())
class Job(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="id3tap-spark.")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        # Spark copies a symbolic link under the name of its target.
        cls.binary = os.path.realpath(support.ID3TAP)
        cls.inputs = cls.make_inputs()
        cls.bad = [cls.path("junk.ts"), cls.path("missing.ts"), "-"]
        with open(cls.bad[0], "wb") as file:
            file.write(b"nothing of a stream\n" * 100)
        cls.list = cls.path("inputs.txt")
        with open(cls.list, "w", encoding="utf-8") as file:
            file.write("# inputs\n\n" + "\n".join(cls.inputs + cls.bad + cls.inputs[:3]) + "\n")
        cls.output = cls.path("results")
        cls.code, cls.summary = cls.submit("--inputs", cls.list)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def make_inputs(cls):
        """The sample streams, and generated ones of which every fifth has a fault."""
        samples = os.path.join(support.ROOT, "SampleStreams")
        inputs = [os.path.join(samples, name) for name in sorted(os.listdir(samples))
                  if name.endswith(".ts")]
        faults = ("cadence-gap", "tag-breakout", "ts-continuity", "psi-crc")
        for number in range(GENERATED):
            path = cls.path(f"generated-{number:03}.ts")
            fault = ["--fault", faults[number // 5 % len(faults)]] if number % 5 == 0 else []
            subprocess.run(
                [support.ID3TAP, "make", "--quiet", "--minutes", "2", "--seed", str(number), *fault,
                 "-o", path],
                check=True, stdin=subprocess.DEVNULL,
            )
            inputs.append(path)
        return inputs

    @classmethod
    def submit(cls, *arguments):
        """Runs the job; returns its exit code and summary."""
        import pyspark

        home = os.path.dirname(pyspark.__file__)
        environment = dict(
            os.environ, SPARK_HOME=home, PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1"
        )
        done = subprocess.run(
            [os.path.join(home, "bin", "spark-submit"), "--master", "local-cluster[2,1,1024]",
             "--files", cls.binary, os.path.join(support.HOME, "job.py"),
             "--id3tap", os.path.basename(cls.binary), "--output", cls.output, "--run", "first", "--attempts", "2", *arguments],
            env=environment, cwd=cls.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=900,
        )
        start = done.stdout.find("{\n")
        if start < 0:
            raise AssertionError(f"exit code {done.returncode}\n{done.stdout}\n{done.stderr[-4000:]}")
        return done.returncode, json.loads(done.stdout[start:])

    def parquet(self, table):
        """All rows of a table, in no order."""
        import pyarrow.parquet

        rows = pyarrow.parquet.read_table(os.path.join(self.output, table)).to_pylist()
        for row in rows:
            self.assertEqual(row.pop("run"), "first")
        return rows

    def database(self):
        """The results database that `batch` makes of the same inputs."""
        path = self.path("batch.sqlite")
        if not os.path.exists(path):
            done = subprocess.run(
                [support.ID3TAP, "batch", "--quiet", "--db", path, "--",
                 *self.inputs, *self.bad[:2]],
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
            )
            self.assertEqual(done.returncode, 2, done.stderr)
        connection = sqlite3.connect(path)
        connection.row_factory = sqlite3.Row
        self.addCleanup(connection.close)
        return connection

    def test_the_rows_are_those_of_batch(self):
        database = self.database()
        for table in ("tags", "streams", "rules", "findings", "pings"):
            with self.subTest(table):
                columns = [tables.column_name(field) for field, _ in tables.TABLES[table]]
                self.assertEqual(set(columns), support.database_columns(database, table))
                names = ", ".join(
                    f'{"inputs" if name == "input" else table}."{name}"' for name in columns
                )
                expected = [
                    tuple(row) for row in
                    database.execute(f"SELECT {names} FROM {table} JOIN inputs USING (input_id)")
                ]
                found = [tuple(row[name] for name in columns) for row in self.parquet(table)]
                self.assertEqual(sorted(map(repr, map(plain, found))),
                                 sorted(map(repr, map(plain, expected))))
                self.assertGreater(len(found), 0)

    def test_the_verdicts_are_those_of_batch(self):
        expected = {row["input"]: row["verdict"] for row in
                    self.database().execute("SELECT input, verdict FROM inputs")}
        self.assertEqual({row["input"]: row["verdict"] for row in self.parquet("inputs")}, expected)

    def test_bad_inputs_are_in_quarantine_and_nothing_is_missing(self):
        self.assertEqual(self.code, 2)
        self.assertEqual({row["input"] for row in self.parquet("quarantine")}, set(self.bad))
        work = [row["input"] for row in self.parquet("work")]
        self.assertEqual(sorted(work), sorted(self.inputs + self.bad))

    def test_the_summary_counts_what_the_tables_hold(self):
        self.assertEqual(self.summary["inputs"], len(self.inputs) + len(self.bad))
        self.assertEqual(self.summary["quarantined"], len(self.bad))
        self.assertEqual(self.summary["states"],
                         {"done": len(self.inputs), "unreadable": 2, "refused": 1})
        for table, count in self.summary["rows"].items():
            self.assertEqual(count, len(self.parquet(table)), table)

    def test_nothing_but_the_tables_is_left(self):
        self.assertEqual(sorted(os.listdir(self.output)), sorted([*tables.TABLES, "summary"]))

    def test_zz_the_same_run_again_replaces_its_rows(self):
        before = {table: len(self.parquet(table)) for table in ("tags", "work")}
        code, _ = self.submit("--inputs", self.list, "--slice", "5", "--task", "20")
        self.assertEqual(code, 2)
        self.assertEqual({table: len(self.parquet(table)) for table in before}, before)
        self.test_the_rows_are_those_of_batch()


def plain(values):
    """Values as SQLite has them: no truth values, whole seconds as floats."""
    return tuple(int(value) if isinstance(value, bool) else value for value in values)


if __name__ == "__main__":
    unittest.main()
