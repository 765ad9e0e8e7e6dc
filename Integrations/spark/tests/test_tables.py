import json
import os
import sqlite3
import subprocess
import tempfile
import unittest

import support
import tables


class RowsOfALine(unittest.TestCase):
    def test_fields_of_objects_stand_in_columns_of_their_own(self):
        line = json.dumps({"input": "a", "index": 3, "tag": {"size": 271, "frames": [{"id": "PRIV"}]},
                           "nielsen": None, "notes": ["x"], "time": 3})
        [(table, row)] = tables.rows("extract", line)
        self.assertEqual(table, "tags")
        self.assertEqual((row["index"], row["tag_size"], row["time"]), (3, 271, 3.0))
        self.assertEqual((row["tag_frames"], row["notes"]), ('[{"id":"PRIV"}]', '["x"]'))
        self.assertIsNone(row["nielsen_kind"])

    def test_a_verdict_gives_rows_of_four_tables_with_their_places(self):
        line = json.dumps({"input": "a", "verdict": "fail", "streams": [{"pid": 258}],
                           "rules": [{"rule": "r"}, {"rule": "s"}], "findings": []})
        found = [(table, row.get("position")) for table, row in tables.rows("check", line)]
        self.assertEqual(found, [("inputs", None), ("streams", 0), ("rules", 0), ("rules", 1)])

    def test_what_is_no_record_is_refused(self):
        for line in ("", "{", "[]", "{}", '{"input":1}'):
            with self.subTest(line=line), self.assertRaises(tables.UnknownRecord):
                list(tables.rows("extract", line))
        with self.assertRaises(tables.UnknownRecord):
            list(tables.rows("make", '{"input":"a"}'))

    def test_every_row_has_the_columns_of_its_table(self):
        line = '{"input":"a","streams":[{}],"rules":[{}],"findings":[{}]}'
        for command in tables.TABLES_OF_COMMAND:
            for table, row in tables.rows(command, line):
                names = [tables.column_name(field) for field, _ in tables.TABLES[table]]
                self.assertEqual(list(row), names, table)


@unittest.skipUnless(support.ID3TAP, "ID3TAP names no binary")
class ColumnsOfTheDatabase(unittest.TestCase):
    def test_the_tables_have_the_columns_that_batch_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "batch.sqlite")
            stream = os.path.join(support.ROOT, "SampleStreams", "clean-192.ts")
            subprocess.run([support.ID3TAP, "batch", "--quiet", "--db", path, stream], check=True)
            database = sqlite3.connect(path)
            self.addCleanup(database.close)
            for table in ("tags", "streams", "rules", "findings", "pings"):
                with self.subTest(table):
                    columns = {tables.column_name(field) for field, _ in tables.TABLES[table]}
                    self.assertEqual(columns, support.database_columns(database, table))


if __name__ == "__main__":
    unittest.main()
