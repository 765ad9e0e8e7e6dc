import Results

/// A record of one of the commands, recognised by its fields.
public enum ReportRecord: Sendable, Equatable {
  /// An input, as `check` prints it.
  case check(JSONValue)
  /// A tag, as `extract` prints it.
  case tag(JSONValue)
  /// A ping, as `pings` prints it.
  case ping(JSONValue)

  /// Nil when the value is no record that a report knows.
  public init?(_ value: JSONValue) {
    guard value["input"]?.stringValue != nil else { return nil }
    if value["verdict"]?.stringValue != nil {
      self = .check(value)
    } else if value["carriage"]?.stringValue != nil, value["tag"] != nil {
      self = .tag(value)
    } else if value["product"]?.stringValue != nil, value["type"]?.stringValue != nil {
      self = .ping(value)
    } else {
      return nil
    }
  }

  /// The record as it was read.
  public var json: JSONValue {
    switch self {
    case .check(let json), .tag(let json), .ping(let json): json
    }
  }

  /// The input, as the user named it.
  public var input: String { json["input"]?.stringValue ?? "" }
}

/// Takes records as they come.
public protocol RecordConsumer: AnyObject {
  /// Takes the next record.
  func take(_ record: ReportRecord) throws
}
