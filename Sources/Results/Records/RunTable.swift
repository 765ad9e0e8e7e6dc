extension RecordTable {
  /// One row a start of `batch` or `watch`.
  package static let runs = RecordTable(
    "runs",
    [
      RecordField("run_id", .integer, "the key", constraint: "PRIMARY KEY"),
      RecordField("version", .text, "the version of id3tap", constraint: "NOT NULL"),
      RecordField(
        "settings",
        .json,
        "every setting that decides about results",
        constraint: "NOT NULL"
      ),
      RecordField(
        "directory",
        .text,
        "the working directory, where relative names begin",
        constraint: "NOT NULL"
      ),
      RecordField(
        "state",
        .text,
        "`running`, `done` or `interrupted`, also of a run that was refused at its start; "
          + "a run that was killed stays `running`",
        constraint: "NOT NULL"
      ),
      RecordField("started", .text, "time of day", constraint: "NOT NULL"),
      RecordField("finished", .text, "time of day"),
      RecordField(
        "inputs",
        .integer,
        "the number of inputs that the arguments name; `NULL` until all are found"
      ),
      RecordField("done", .integer, "inputs that were done", constraint: countConstraint),
      RecordField(
        "failed",
        .integer,
        "inputs that could not be read",
        constraint: countConstraint
      ),
      RecordField(
        "skipped",
        .integer,
        "inputs that were unchanged",
        constraint: countConstraint
      ),
    ]
  )

  private static let countConstraint = "NOT NULL DEFAULT 0"
}
