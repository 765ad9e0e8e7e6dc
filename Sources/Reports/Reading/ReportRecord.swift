import Formats
import ResultsStore

/// A record of one of the commands, recognised by its fields.
package enum ReportRecord: Sendable, Equatable {
  /// An input, as `check` prints it.
  case check(JSONValue)
  /// A tag, as `extract` prints it.
  case tag(JSONValue)
  /// A ping, as `pings` prints it; also one that was collected.
  case ping(JSONValue)
  /// An input of a results database, with any result: ``StoredRecord/input(_:)``.
  case input(JSONValue)
  /// A tag, as `explain` prints it.
  case explainedTag(JSONValue)
  /// A ping, as `explain` prints it.
  case explainedPing(JSONValue)
  /// Two captures, as `compare` prints them.
  case comparison(JSONValue)

  /// Nil when the value is not a record that a report knows.
  package init?(_ value: JSONValue) {
    if value["expected"]?.stringValue != nil, value["actual"]?.stringValue != nil,
      value["differences"] != nil
    {
      self = .comparison(value)
      return
    }
    guard value["input"]?.stringValue != nil else { return nil }
    if value["verdict"]?.stringValue != nil {
      self = .check(value)
    } else if value["carriage"]?.stringValue != nil, value["tag"] != nil {
      self = .tag(value)
    } else if value["product"]?.stringValue != nil, value["type"] != nil, value["url"] != nil {
      self = value["findings"] == nil ? .ping(value) : .explainedPing(value)
    } else if value["title"]?.stringValue != nil, value["findings"] != nil {
      self = .explainedTag(value)
    } else {
      return nil
    }
  }

  /// A record of a database.
  init(_ record: StoredRecord) {
    switch record {
    case .input(let json): self = .input(json)
    case .tag(let json): self = .tag(json)
    case .ping(let json): self = .ping(json)
    }
  }

  /// The record as it was read.
  package var json: JSONValue {
    switch self {
    case .check(let json), .tag(let json), .ping(let json), .input(let json),
      .explainedTag(let json), .explainedPing(let json), .comparison(let json):
      json
    }
  }

  /// The input, as the user named it; of a comparison what was seen.
  package var input: String {
    if case .comparison(let json) = self { return json["actual"]?.stringValue ?? "" }
    return json["input"]?.stringValue ?? ""
  }

  /// The kind of a line of id3tap that reports do not show: `alarm of watch`. Nil for everything else.
  static func otherKind(_ value: JSONValue) -> String? {
    if value["status"] != nil, value["evidenceCount"] != nil, value["input"] != nil {
      return "item of rehearse"
    }
    guard let event = value["event"]?.stringValue, value["at"] != nil || value["url"] != nil else {
      return nil
    }
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
  func take(_ run: ResultsRun)
}

extension RecordConsumer {
  /// Most only read records.
  package func take(_ run: ResultsRun) {}
}

extension RecordConsumer {
  package var fieldsOfOthers: Set<String> { [] }
}
