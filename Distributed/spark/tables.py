"""The tables that a job writes, and how a line of id3tap becomes rows of them.

Tables and columns are those of the results database (Documentation/Database.md): fields of the JSON
Lines with `.` flattened to `_`, arrays and objects as compact JSON. Rows name their input in a column
`input`, as rows of many machines have no common numbers.
"""

import json

TEXT, INTEGER, SECONDS, FLAG, JSON = "string", "long", "double", "boolean", "json"

#: Columns of each table with their types, `input` and the row's place among those of its input first.
TABLES = {
    "tags": [
        ("input", TEXT), ("index", INTEGER), ("carriage", TEXT), ("program", INTEGER), ("pid", INTEGER),
        ("rendition", TEXT), ("segment", TEXT), ("offset", INTEGER), ("line", INTEGER),
        ("sameAs", INTEGER), ("pts", INTEGER), ("timescale", INTEGER), ("time", SECONDS),
        ("wallClock", TEXT), ("tag.version", TEXT), ("tag.size", INTEGER), ("tag.sha256", TEXT),
        ("tag.frames", JSON), ("nielsen.kind", TEXT), ("nielsen.pcCID", TEXT), ("nielsen.fdCID", TEXT),
        ("nielsen.watermark", TEXT), ("nielsen.pcOffset", INTEGER), ("nielsen.fdOffset", INTEGER),
        ("nielsen.breakout", TEXT), ("nielsen.sequence", INTEGER), ("nielsen.firstTime", INTEGER),
        ("nielsen.lastTime", INTEGER), ("nielsen.checksumValid", FLAG), ("emsg.version", INTEGER),
        ("emsg.scheme", TEXT), ("emsg.value", TEXT), ("emsg.id", INTEGER), ("emsg.duration", INTEGER),
        ("notes", JSON),
    ],
    "streams": [
        ("input", TEXT), ("position", INTEGER), ("program", INTEGER), ("pid", INTEGER),
        ("rendition", TEXT), ("tags", INTEGER), ("data", INTEGER), ("info", INTEGER),
        ("carriage", TEXT), ("verdict", TEXT),
    ],
    "rules": [
        ("input", TEXT), ("position", INTEGER), ("rule", TEXT), ("state", TEXT), ("found", INTEGER),
        ("minimum", INTEGER), ("maximum", INTEGER), ("notAssessed", TEXT), ("remark", TEXT),
    ],
    "findings": [
        ("input", TEXT), ("position", INTEGER), ("rule", TEXT), ("severity", TEXT), ("time", SECONDS),
        ("wallClock", TEXT), ("rendition", TEXT), ("segment", TEXT), ("offset", INTEGER),
        ("program", INTEGER), ("pid", INTEGER), ("message", TEXT), ("remedy", TEXT),
        ("count", INTEGER), ("lastTime", SECONDS),
    ],
    "pings": [
        ("input", TEXT), ("index", INTEGER), ("product", TEXT), ("type", TEXT), ("time", SECONDS),
        ("createTime", INTEGER), ("sendTime", INTEGER), ("endpoint", TEXT), ("url", TEXT),
        ("parameters", JSON),
    ],
    "inputs": [
        ("input", TEXT), ("verdict", TEXT), ("error", TEXT), ("tags.data", INTEGER),
        ("tags.info", INTEGER), ("tags.other", INTEGER), ("duration", SECONDS), ("firstTag", SECONDS),
        ("lastTag", SECONDS), ("longestGap", SECONDS), ("missing", JSON), ("timelines", JSON),
        ("segments", JSON), ("markers", JSON),
    ],
    # What could not be read, or only in part: asked for, but never silently missing.
    "quarantine": [
        ("input", TEXT), ("command", TEXT), ("reason", TEXT), ("attempts", INTEGER), ("message", TEXT),
    ],
    # What was asked for, one row an input, and how long it took on its core.
    "work": [
        ("input", TEXT), ("state", TEXT), ("seconds", SECONDS),
    ],
}

#: The tables that each command's lines fill.
TABLES_OF_COMMAND = {
    "extract": ("tags",),
    "check": ("inputs", "streams", "rules", "findings"),
    "pings": ("pings",),
}


class UnknownRecord(ValueError):
    """A line that is no record of the command that printed it."""


def column_name(field):
    """The column of a field: `tag.size` stands in `tag_size`."""
    return field.replace(".", "_")


def compact(value):
    """An array or object as the JSON text that stands in a column."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rows(command, line):
    """Yields (table, row) for a line that a command printed. A row is a dictionary by column."""
    try:
        record = json.loads(line)
    except ValueError as error:
        raise UnknownRecord(f"id3tap {command} printed a line that is not JSON: {error}") from error
    if not isinstance(record, dict) or not isinstance(record.get("input"), str):
        raise UnknownRecord(f"id3tap {command} printed a line without an input")
    if command == "extract":
        yield "tags", _row("tags", record)
    elif command == "pings":
        yield "pings", _row("pings", record)
    elif command == "check":
        yield "inputs", _row("inputs", record)
        for table in ("streams", "rules", "findings"):
            for position, part in enumerate(record.get(table) or ()):
                yield table, _row(table, {**part, "input": record["input"], "position": position})
    else:
        raise UnknownRecord(f"id3tap has no command {command} with records")


def _row(table, record):
    row = {}
    for field, kind in TABLES[table]:
        value = record
        for name in field.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if value is not None and kind == JSON:
            value = compact(value)
        elif value is not None and kind == SECONDS:
            value = float(value)
        row[column_name(field)] = value
    return row


def spark_schema(table):
    """The table's columns in Spark's own notation."""
    return ", ".join(
        f"`{column_name(field)}` {TEXT if kind == JSON else kind}" for field, kind in TABLES[table]
    )
