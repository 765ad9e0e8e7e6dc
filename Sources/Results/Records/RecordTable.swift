/// A table of the results database.
package struct RecordTable: Sendable {
  package let name: String
  /// The columns in order. The first columns form the key.
  package let columns: [RecordField]
  /// How the rows of each input are numbered. Nil if the rows do not belong to inputs.
  package let place: Place?
  /// The fields of the record that a row contains. Empty if the rows do not belong to inputs.
  package let shapes: [RecordShape]

  /// How the rows of an input are numbered. The raw value is the name of the column with the number.
  package enum Place: String, Sendable {
    /// The field `index` of the record is the number of the row.
    case index
    /// Rows are numbered in the order in which they are added.
    case position
  }

  /// Makes a table whose rows do not belong to inputs.
  package init(_ name: String, _ columns: [RecordField]) {
    (self.name, self.columns) = (name, columns)
    place = nil
    shapes = []
  }

  /// Makes a table whose rows belong to inputs. Its key consists of `input_id` and the number of the row in the input.
  package init<Fields>(_ name: String, by place: Place, _ schema: RecordSchema<Fields>) {
    (self.name, self.place) = (name, place)
    shapes = schema.shapes
    let own = ["input", place.rawValue]
    columns =
      [
        RecordField(
          "input_id",
          .integer,
          "the input (`inputs`)",
          constraint: "NOT NULL REFERENCES inputs (input_id) ON DELETE CASCADE"
        ),
        RecordField(
          place.rawValue,
          .integer,
          "the number of the row among the rows of the input, from 0",
          constraint: "NOT NULL"
        ),
      ] + schema.leaves.filter { !own.contains($0.path) }
  }

  /// All columns, except the two key columns of a table whose rows belong to inputs.
  package var fields: [RecordField] { place == nil ? columns : Array(columns.dropFirst(2)) }
}

extension RecordTable {
  /// All tables except `kept`. A table comes after the tables to which it refers.
  package static let all = [runs, inputs, streams, tags, rules, findings, pings]

  package static let tags = RecordTable("tags", by: .index, TimedTagFields.schema)
  package static let streams = RecordTable("streams", by: .position, StreamFields.schema)
  package static let rules = RecordTable("rules", by: .position, RuleFields.schema)
  package static let findings = RecordTable("findings", by: .position, FindingFields.schema)
  package static let pings = RecordTable("pings", by: .index, PingFields.schema)
}

extension RecordTable {
  /// One row for each start of `batch` or `watch`.
  package static let runs = RecordTable(
    "runs",
    [
      RecordField("run_id", .integer, "the key", constraint: "PRIMARY KEY"),
      RecordField("version", .text, "the version of id3tap", constraint: "NOT NULL"),
      RecordField(
        "settings",
        .json,
        "all settings on which the results depend",
        constraint: "NOT NULL"
      ),
      RecordField(
        "directory",
        .text,
        "the working directory, to which relative names refer",
        constraint: "NOT NULL"
      ),
      RecordField(
        "state",
        .text,
        "`running`, `done` or `interrupted`. A run that was refused at its start is `interrupted`; "
          + "a run that was killed stays `running`",
        constraint: "NOT NULL"
      ),
      RecordField(
        "started",
        .text,
        "the time of day at which the run began",
        constraint: "NOT NULL"
      ),
      RecordField("finished", .text, "the time of day at which the run ended"),
      RecordField(
        "inputs",
        .integer,
        "the number of inputs that the arguments name; `NULL` until all inputs are found"
      ),
      RecordField(
        "done",
        .integer,
        "the number of inputs that were done",
        constraint: countConstraint
      ),
      RecordField(
        "failed",
        .integer,
        "the number of inputs that could not be read",
        constraint: countConstraint
      ),
      RecordField(
        "skipped",
        .integer,
        "the number of inputs that were unchanged",
        constraint: countConstraint
      ),
    ]
  )

  private static let countConstraint = "NOT NULL DEFAULT 0"
}
