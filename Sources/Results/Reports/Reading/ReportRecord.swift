import Formats
import PingAnalysis
import Records

/// A record of one of the commands, recognized by its fields.
package enum ReportRecord: Sendable, Equatable {
  /// The verdict on an input, as written by `check`.
  case check(RecordView<CheckFields>)
  /// A tag, as written by `extract`.
  case tag(RecordView<TimedTagFields>)
  /// A ping, as written by `pings` or `collect`.
  case ping(RecordView<PingFields>)
  /// An input of a results database: ``StoredRecord/input(_:)``.
  case input(RecordView<InputFields>)
  /// The explanation of a tag, as written by `explain`.
  case explainedTag(RecordView<ExplanationFields>)
  /// The explanation of a ping, as written by `explain`.
  case explainedPing(RecordView<ExplainedPingFields>)
  /// The comparison of two captures, as written by `compare`.
  case comparison(RecordView<ComparisonFields>)

  /// Recognizes a record. Nil if the value is not a record that reports use.
  package init?(_ value: JSONValue) {
    let comparison = RecordView<ComparisonFields>(value)
    let (check, tag) = (RecordView<CheckFields>(value), RecordView<TimedTagFields>(value))
    let (ping, explained) = (
      RecordView<ExplainedPingFields>(value), RecordView<ExplanationFields>(value)
    )
    if comparison.expected != nil, comparison.actual != nil, comparison.has(\.differences) {
      self = .comparison(comparison)
    } else if check.input == nil {
      return nil
    } else if check.verdict != nil {
      self = .check(check)
    } else if tag.carriage != nil, tag.has(\.tag) {
      self = .tag(tag)
    } else if ping.product != nil, ping.has(\.type), ping.has(\.url) {
      self = ping.has(\.findings) ? .explainedPing(ping) : .ping(RecordView(value))
    } else if explained.title != nil, explained.has(\.findings) {
      self = .explainedTag(explained)
    } else {
      return nil
    }
  }

  init(_ record: StoredRecord) {
    switch record {
    case .input(let input): self = .input(input)
    case .tag(let tag): self = .tag(tag)
    case .ping(let ping): self = .ping(ping)
    }
  }

  /// The input as the user named it. For a comparison, the capture with the seen pings.
  package var input: String {
    let input =
      switch self {
      case .check(let check): check.input
      case .tag(let tag): tag.input
      case .ping(let ping): ping.input
      case .input(let input): RecordView<CheckFields>(input.json).input
      case .explainedTag(let tag): tag.input
      case .explainedPing(let ping): ping.input
      case .comparison(let comparison): comparison.actual
      }
    return input ?? ""
  }

  /// The kind of a line that id3tap writes but reports do not use, such as `alarm event`. Nil for anything else.
  static func otherKind(_ value: JSONValue) -> String? {
    if RecordView<RehearsedItemFields>(value).has(\.evidenceCount) { return "item of rehearse" }
    return RecordView<EventFields>(value).event.map { "\(LongText.cut($0, to: 20)) event" }
  }
}

/// The first field of every event of `watch` and `trace`, and of `collect` when it begins to listen.
private final class EventFields: RecordFields {
  typealias Row = String
  static let schema = RecordSchema(EventFields())
  let event = Field.text("what happened") { $0 }
}

/// A receiver of records while they are read.
package protocol RecordConsumer: AnyObject {
  /// The dotted fields of tags and pings that the consumer needs. Nil means all fields.
  var fields: Set<String>? { get }
  /// The fields in `fields` that are needed only for tags of other owners.
  var fieldsOfOthers: Set<String> { get }
  func take(_ record: ReportRecord) throws
  /// Takes a run that produced results of a database. Called before the records.
  func take(_ run: StoredRun)
}

extension RecordConsumer {
  package func take(_ run: StoredRun) {}
  package var fieldsOfOthers: Set<String> { [] }
}
