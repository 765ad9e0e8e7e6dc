extension RecordTable {
  /// The table `inputs`, with one row for each input: the columns of `batch` and `watch`, then the fields of `check`.
  package static let inputs = RecordTable("inputs", ownColumns + columnsOfCheck)

  private static let ownColumns: [RecordField] = [
    RecordField(
      "input_id",
      .integer,
      "the key; keys increase in the order in which inputs were first named",
      constraint: "PRIMARY KEY"
    ),
    RecordField(
      "name",
      .bytes,
      "the name as bytes, which need not be UTF-8; no two rows have the same name. "
        + "A relative path refers to the directory of its run",
      constraint: "NOT NULL UNIQUE"
    ),
    RecordField(
      "input",
      .text,
      "the name in results: the path, or the URL without secrets, see Network.md; "
        + "a byte that is not UTF-8 is written as `\\xff`",
      constraint: "NOT NULL"
    ),
    RecordField(
      "run_id",
      .integer,
      "the last run that processed or listed the input (`runs`)",
      constraint: "REFERENCES runs (run_id)"
    ),
    InputFields.schema.leaf(\.state),
    RecordField(
      "owner",
      .integer,
      "the run that is working on the input (`runs`); `NULL` if no run is working on it"
    ),
    RecordField("started", .text, "the time of day at which the last run began to read the input"),
    RecordField(
      "finished",
      .text,
      "the time of day at which the last run finished reading the input; for `watch`, the time of "
        + "the last update"
    ),
    InputFields.schema.leaf(\.kind),
    InputFields.schema.leaf(\.size),
    RecordField("mtime", .integer, "when a file was last written, in nanoseconds since 1970"),
    RecordField(
      "sha256",
      .text,
      "an SHA-256 that shows changes. For a file: of its bytes (only with `--hash`). For a local playlist: of the sizes "
        + "and times, or with `--hash` the bytes, of all local files to which it leads. For a URL whose name hides values "
        + "of parameters: of the whole URL"
    ),
    RecordField(
      "settings",
      .text,
      "the SHA-256 of the settings with which the input was read (`runs.settings`) and of the version of id3tap"
    ),
    RecordField("did", .text, "the tasks that were done, such as `extract,check,pings`"),
    InputFields.schema.leaf(\.bytes),
    InputFields.schema.leaf(\.pingsWithoutGaps),
    InputFields.schema.leaf(\.title),
    RecordField(
      "marks",
      .json,
      "for `--keep`: pairs of a time in seconds since 1970 and the `tags.index` that a watched "
        + "feed had reached at that time",
      since: 5
    ),
  ]

  /// The fields of `check` that have a column. `error` is first, because inputs that were not checked have it too.
  private static var columnsOfCheck: [RecordField] {
    let fields = CheckFields.schema.leaves.filter { $0.kind != .rows && $0.path != "input" }
    return fields.filter { $0.path == "error" } + fields.filter { $0.path != "error" }
  }
}

/// An input that `report` reads directly instead of from a database.
package struct UnstoredInput {
  var pingsWithoutGaps: Int?

  package init(pingsWithoutGaps: Int?) { self.pingsWithoutGaps = pingsWithoutGaps }
}

/// The columns of `inputs` that `report` needs in addition to the fields of `check`.
package final class InputFields: RecordFields {
  package typealias Row = UnstoredInput
  package static let schema = RecordSchema(InputFields())
  package let state = Field.text(
    "the state of the input: a value of the table below",
    isRequired: true
  ) { _ in nil }
  package let kind = Field.text(
    "`file`, `url`, `feed` (udp, rtp, srt) or `pipe` (also devices and standard input)"
  ) { _ in nil }
  package let size = Field.integer("the size of a file in bytes when it was read") { _ in
    Int?.none
  }
  package let bytes = Field.integer(
    "the number of bytes read; for a feed of `watch`, in all runs together"
  ) { _ in Int?.none }
  package let pingsWithoutGaps = Field.integer(
    "the number of pings that the input would have given without the gaps between its DATA tags; `NULL` if there "
      + "are no gaps, or no pings were made",
    since: 3,
    key: "pings_without_gaps"
  ) { $0.pingsWithoutGaps }
  package let title = Field.text(
    "the name of a feed in the list of `watch`; `NULL` if the feed has no name",
    since: 4
  ) { _ in nil }
}
