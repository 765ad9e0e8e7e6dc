"""The tables that a job writes, and how a line of id3tap becomes rows of them.

Tables and columns are those of the results database (Documentation/Database.md): fields of the JSON
Lines with `.` flattened to `_`, arrays and objects as compact JSON. Rows name their input in a column
`input`, as rows of many machines have no common numbers.
"""

import json
import os

#: The tables with their columns. `make golden` writes it from the fields that id3tap declares.
SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema.json")

#: Spark's types of columns.
SPARK_TYPES = {
    "text": "string", "integer": "long", "seconds": "double", "flag": "boolean", "json": "string",
}

with open(SCHEMA, encoding="utf-8") as _file:
    _SCHEMA = json.load(_file)["tables"]

#: Columns of each table as pairs of a dotted field and its type, `input` first.
TABLES = {
    table["name"]: [(column["field"], column["type"]) for column in table["columns"]]
    for table in _SCHEMA
}

#: The tables that each command's lines fill.
TABLES_OF_COMMAND = {
    command: tuple(table["name"] for table in _SCHEMA if table["command"] == command)
    for command in ("extract", "check", "pings")
}

#: The array of a record that holds a table's rows. None if the record itself is the row.
ARRAYS = {table["name"]: table["array"] for table in _SCHEMA}


class UnknownRecord(ValueError):
    """A line that is not a record of the command that printed it."""


def column_name(field):
    """The column of a field: `tag.size` is in `tag_size`."""
    return field.replace(".", "_")


def compact(value):
    """An array or object as the JSON text of a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rows(command, line):
    """Yields (table, row) for a line that a command printed. A row is a dictionary by column."""
    try:
        record = json.loads(line)
    except ValueError as error:
        raise UnknownRecord(f"id3tap {command} printed a line that is not JSON: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("input"), str):
        raise UnknownRecord(f"id3tap {command} printed a line without an input")
    if command not in TABLES_OF_COMMAND:
        raise UnknownRecord(f"id3tap has no command {command} with records")
    for table in TABLES_OF_COMMAND[command]:
        array = ARRAYS[table]
        if array is None:
            yield table, _row(table, record)
            continue
        for position, part in enumerate(record.get(array) or ()):
            yield table, _row(table, {**part, "input": record["input"], "position": position})


def _row(table, record):
    row = {}
    for field, kind in TABLES[table]:
        value = record
        for name in field.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if value is not None and kind == "json":
            value = compact(value)
        elif value is not None and kind == "seconds":
            value = float(value)
        row[column_name(field)] = value
    return row


def spark_schema(table):
    """The table's columns in Spark's own notation."""
    return ", ".join(
        f"`{column_name(field)}` {SPARK_TYPES[kind]}" for field, kind in TABLES[table]
    )
