import Formats
import PingAnalysis
import Records

/// A record of one of the commands, recognised by its fields.
package enum ReportRecord: Sendable, Equatable {
  /// An input, as `check` prints it.
  case check(RecordView<CheckFields>)
  /// A tag, as `extract` prints it.
  case tag(RecordView<TimedTagFields>)
  /// A ping, as `pings` prints it; also one that was collected.
  case ping(RecordView<PingFields>)
  /// An input of a results database, with any result: ``StoredRecord/input(_:)``.
  case input(RecordView<InputFields>)
  /// A tag, as `explain` prints it.
  case explainedTag(RecordView<ExplanationFields>)
  /// A ping, as `explain` prints it.
  case explainedPing(RecordView<ExplainedPingFields>)
  /// Two captures, as `compare` prints them.
  case comparison(RecordView<ComparisonFields>)

  /// Nil when the value is not a record that a report knows.
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

  /// A record of a database.
  init(_ record: StoredRecord) {
    switch record {
    case .input(let input): self = .input(input)
    case .tag(let tag): self = .tag(tag)
    case .ping(let ping): self = .ping(ping)
    }
  }

  /// The input, as the user named it; of a comparison what was seen.
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

  /// The kind of a line of id3tap that reports do not show: `alarm of watch`. Nil for everything else.
  static func otherKind(_ value: JSONValue) -> String? {
    if value["status"] != nil, value["evidenceCount"] != nil, value["input"] != nil {
      return "item of rehearse"
    }
    guard let event = value["event"]?.stringValue else { return nil }
    if value["hop"] != nil, value["incident"] != nil {
      return "\(LongText.cut(event, to: 20)) of trace"
    }
    guard value["at"] != nil || value["url"] != nil else { return nil }
    return value["at"] != nil ? "\(LongText.cut(event, to: 20)) of watch" : "start of collect"
  }
}

/// Takes records as they come.
package protocol RecordConsumer: AnyObject {
  /// The dotted fields of tags and pings that it reads; nil: all of them.
  var fields: Set<String>? { get }
  /// Those of them that it reads only in tags of other owners.
  var fieldsOfOthers: Set<String> { get }
  /// Takes the next record.
  func take(_ record: ReportRecord) throws
  /// Takes a run that made the results of a database, before their records.
  func take(_ run: StoredRun)
}

extension RecordConsumer {
  /// Most only read records.
  package func take(_ run: StoredRun) {}
  package var fieldsOfOthers: Set<String> { [] }
}
