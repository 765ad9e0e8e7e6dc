#!/usr/bin/env python3
"""Runs id3tap over many inputs on Apache Spark and writes the results as Parquet.

    spark-submit --files id3tap job.py --inputs list.txt --output results

Every table lies in OUTPUT/TABLE/run=RUN; running again with the same --run replaces it.
"""

import argparse
import datetime
import json
import os
import shlex
import stat
import sys
import time

HOME = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HOME)

from pyspark import SparkFiles  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

import runner  # noqa: E402
import tables  # noqa: E402

#: The modules that executors need in addition to Python, and the file that the modules load.
MODULES = ("tables.py", "runner.py")
FILES = ("schema.json",)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="job.py",
        description="Runs id3tap over many inputs on Apache Spark and writes the results as Parquet.",
    )
    source = parser.add_argument_group("inputs (at least one)")
    source.add_argument("names", nargs="*", metavar="INPUT", help="a path that executors see, or a URL")
    source.add_argument("--inputs", action="append", default=[], metavar="FILE",
                        help="a text file with one input per line; any address that Spark can read")
    source.add_argument("--table", metavar="PATH", help="a table of inputs")
    source.add_argument("--table-format", default="parquet", metavar="FORMAT",
                        help="the format of the table: parquet (default), csv, json, orc ...")
    source.add_argument("--column", default="input", help="the column of the table with the inputs (default: input)")
    parser.add_argument("--output", required=True, metavar="PATH",
                        help="where the tables are written; any address that Spark can write to")
    parser.add_argument("--run", default=None, metavar="NAME",
                        help="the name of the partition (default: the time, such as 20260131T120000Z)")
    parser.add_argument("--do", default="extract,check,pings", metavar="COMMANDS",
                        help="the tasks, from extract,check,pings (default: all)")
    parser.add_argument("--id3tap", default="id3tap", metavar="NAME",
                        help="the binary: its name among --files (default: id3tap), or a path that all "
                        "executors have")
    for command in tables.TABLES_OF_COMMAND:
        parser.add_argument(f"--{command}-args", default="", metavar="ARGS",
                            help=f"further arguments of {command}, as one string")
    parser.add_argument("--timeout", type=positive, default=600, metavar="S",
                        help="the time limit of a process in seconds (default: 600)")
    parser.add_argument("--attempts", type=count, default=3, metavar="N",
                        help="the number of attempts to read an input (default: 3)")
    parser.add_argument("--slice", type=count, default=16, metavar="N",
                        help="the number of inputs per process; 1 for inputs that take minutes (default: 16)")
    parser.add_argument("--task", type=count, default=64, metavar="N",
                        help="the number of inputs per Spark task, which Spark repeats as a whole (default: 64)")
    options = parser.parse_args(arguments)
    options.commands = tuple(dict.fromkeys(name.strip() for name in options.do.split(",")))
    for name in options.commands:
        if name not in tables.TABLES_OF_COMMAND:
            parser.error(f"--do {options.do}: say which of {','.join(tables.TABLES_OF_COMMAND)}")
    if not (options.names or options.inputs or options.table):
        parser.error("no inputs: name some, or give --inputs FILE or --table PATH")
    if options.run is None:
        options.run = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    if not all(letter.isalnum() or letter in "-_." for letter in options.run):
        parser.error(f"--run {options.run}: letters, digits, '-', '_' and '.' only")
    options.arguments = {
        command: shlex.split(getattr(options, f"{command}_args")) for command in options.commands
    }
    return options


def count(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def positive(text):
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return number


def inputs(spark, options):
    """The names of all inputs, each once."""
    parts = []
    if options.names:
        parts.append(spark.createDataFrame([(name,) for name in options.names], "input string"))
    for path in options.inputs:
        lines = spark.read.text(path).select(F.trim("value").alias("input"))
        parts.append(lines.where((F.col("input") != "") & ~F.col("input").startswith("#")))
    if options.table:
        table = spark.read.format(options.table_format).option("header", True).load(options.table)
        if options.column not in table.columns:
            raise SystemExit(
                f"job: {options.table}: has no column {options.column}: give --column, one of "
                + ", ".join(table.columns)
            )
        parts.append(table.select(F.col(options.column).cast("string").alias("input")).dropna())
    names = parts[0]
    for part in parts[1:]:
        names = names.union(part)
    return names.distinct()


def executor(settings, is_shipped):
    """The function that each task runs over its inputs."""

    def task(names):
        import dataclasses

        program = settings.program
        if is_shipped:
            program = SparkFiles.get(program)
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
        local = dataclasses.replace(settings, program=program)
        for table, row in runner.run(local, names):
            yield table, tables.compact(row)

    return task


def shipped(spark, options):
    """Whether the binary comes with the job; adds the modules that executors import."""
    context = spark.sparkContext
    for module in MODULES:
        context.addPyFile(os.path.join(HOME, module))
    for file in FILES:
        # Lands in the same folder as the modules.
        context.addFile(os.path.join(HOME, file))
    if os.sep in options.id3tap:
        return False
    if not os.path.exists(SparkFiles.get(options.id3tap)):
        raise SystemExit(
            f"job: {options.id3tap}: not among the files of the job: give spark-submit "
            f"--files PATH/{options.id3tap}, or --id3tap /PATH that all executors have"
        )
    return True


def main(arguments):
    options = parse(arguments)
    spark = SparkSession.builder.appName("id3tap").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        return run(spark, options)
    finally:
        spark.stop()


def run(spark, options):
    began = time.monotonic()
    settings = runner.Settings(
        program=options.id3tap,
        commands=options.commands,
        arguments=options.arguments,
        timeout=options.timeout,
        attempts=options.attempts,
        slice=options.slice,
    )
    is_shipped = shipped(spark, options)
    names = inputs(spark, options).persist()
    number = names.count()
    if number == 0:
        raise SystemExit("job: no inputs: the lists and tables are empty")
    tasks = -(-number // options.task)
    cores = spark.sparkContext.defaultParallelism
    # At least one task per core, if there are enough inputs.
    tasks = max(tasks, min(number, cores))
    work = names.repartition(tasks).rdd.map(lambda row: row.input)
    lines = spark.createDataFrame(
        work.mapPartitions(executor(settings, is_shipped)), "table string, line string"
    )
    # The tables are made from the written results, so that the inputs are not read a second time.
    staging = f"{options.output.rstrip('/')}/staging/run={options.run}"
    lines.write.mode("overwrite").partitionBy("table").text(staging)
    staged = spark.read.text(staging)
    totals = {}
    for table in wanted(options.commands):
        rows = (
            staged.where(F.col("table") == table)
            .select(F.from_json("value", tables.spark_schema(table), {"mode": "FAILFAST"}).alias("row"))
            .select("row.*")
        )
        path = f"{options.output.rstrip('/')}/{table}/run={options.run}"
        rows.write.mode("overwrite").parquet(path)
        totals[table] = spark.read.schema(tables.spark_schema(table)).parquet(path).count()
    summary = summarize(spark, options, totals, number, cores, time.monotonic() - began)
    remove(spark, staging)
    print(json.dumps(summary, indent=2, ensure_ascii=False))
    return 2 if totals["quarantine"] else 0


def wanted(commands):
    """The tables that the commands fill."""
    return [table for command in commands for table in tables.TABLES_OF_COMMAND[command]] + [
        "quarantine",
        "work",
    ]


def summarize(spark, options, totals, number, cores, seconds):
    """What is printed at the end, and stands in OUTPUT/summary."""

    def table(name):
        path = f"{options.output.rstrip('/')}/{name}/run={options.run}"
        return spark.read.schema(tables.spark_schema(name)).parquet(path)

    def counts(name, column):
        rows = table(name).groupBy(column).count().orderBy(column).collect()
        return {row[column]: row["count"] for row in rows}

    busy = table("work").agg(F.sum("seconds")).first()[0] or 0
    summary = {
        "run": options.run,
        "inputs": number,
        "states": counts("work", "state"),
        "verdicts": counts("inputs", "verdict") if "check" in options.commands else None,
        "quarantined": table("quarantine").select("input").distinct().count(),
        "rows": totals,
        "cores": cores,
        "seconds": round(seconds, 1),
        "inputsPerCoreHour": round(3600 * number / busy) if busy > 0 else None,
    }
    line = spark.createDataFrame([(json.dumps(summary, ensure_ascii=False),)], "value string")
    path = f"{options.output.rstrip('/')}/summary/run={options.run}"
    line.coalesce(1).write.mode("overwrite").text(path)
    return summary


def remove(spark, path):
    """Removes a folder, wherever it is."""
    jvm = spark.sparkContext._jvm
    folder = jvm.org.apache.hadoop.fs.Path(path)
    folder.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).delete(folder, True)
    parent = folder.getParent()
    system = parent.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    if system.exists(parent) and len(system.listStatus(parent)) == 0:
        system.delete(parent, False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
