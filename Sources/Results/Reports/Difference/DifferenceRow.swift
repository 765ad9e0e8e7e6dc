import Formats
import Records

/// A row of `report --diff`: something that has changed.
package struct DifferenceRow: ResultRow {
  package let change: ReportDifference.Change

  package init(_ change: ReportDifference.Change) { self.change = change }

  /// A table alone.
  package static let formats: [OutputFormat] = [.table]

  /// The columns of the table.
  package static let columns = [
    TableColumn("CHANGE", width: 8), TableColumn("OLD", width: 12, alignment: .right),
    TableColumn("NEW", width: 12, alignment: .right), TableColumn("WHAT", width: 20),
  ]

  /// The fields of `json`.
  package static let fields = ["input", "change", "what", "old", "new", "rule"]

  package var input: String { change.input }

  /// The cells of the table.
  package var cells: [TableCell] {
    [
      TableCell(change.direction.rawValue, emphasis), TableCell(change.old), TableCell(change.new),
      TableCell(change.whatAndRule),
    ]
  }

  /// The row as a JSON object.
  package var json: JSONValue {
    .object([
      .init("input", .string(change.input)), .init("change", .string(change.direction.rawValue)),
      .init("what", .string(change.what)), .init("old", .string(change.old)),
      .init("new", .string(change.new)), .init("rule", JSONValue(change.rule?.rawValue)),
    ])
  }

  private var emphasis: TableCell.Emphasis {
    switch change.direction {
    case .worse: .bad
    case .better: .good
    case .added, .removed: .accent
    case .changed: .none
    }
  }
}

extension ReportDifference.Change {
  /// `Gap in the tags: no DATA tag for 40.0 s (cadence-gap)`.
  var whatAndRule: String { what + (rule.map { " (\($0))" } ?? "") }
}
