import Formats

/// The calls of a receiver's page, as the script `nls.js` posts them.
struct ReceiverCalls: Sendable {
  struct Call: Sendable {
    var event: String
    var payload: JSONValue
    /// When the page made the call, in milliseconds since 1970; nil if unknown.
    var time: Int64?
  }

  struct Problem: Error, Equatable {
    var words: String
  }

  static let limit = 1000
  /// The maximum length of an id or a name in bytes.
  private static let wordLimit = 200
  /// The latest accepted time of a page's clock, in milliseconds: the year 2100.
  private static let latest: Int64 = 4_102_444_800_000

  /// The random id that the page chose for this receiver.
  var receiver: String
  var appID: String
  var name: String
  var options: [String: String]
  /// The number of the first call, counted from 0 over all calls of the instance.
  var first: Int64
  var calls: [Call]
  /// When the page posted the calls, in milliseconds since 1970; nil if unknown.
  var time: Int64?
  /// Whether the page is closing, which ends the instance.
  var closes: Bool

  init(_ body: [UInt8]) throws(Problem) {
    let value: JSONValue
    do throws(JSONFault) {
      value = try JSONValue(parsing: body)
    } catch {
      throw Problem(words: "The body is not JSON (\(error)).")
    }
    guard value["version"]?.integerValue == 1 else {
      throw Problem(words: "The body has an unsupported version: load /nls.js from this collector.")
    }
    receiver = try Self.word("receiver", value)
    appID = try Self.word("appId", value)
    name = try Self.word("name", value)
    options =
      value["options"]?.members.reduce(into: [:]) { options, member in
        options[member.key] = Self.text(member.value)
      } ?? [:]
    first = max(0, value["first"]?.integerValue ?? 0)
    time = Self.time(value)
    closes = value["close"]?.boolValue ?? false
    let elements = value["calls"]?.elements ?? []
    guard elements.count <= Self.limit else {
      throw Problem(words: "A request may have at most \(Self.limit) calls.")
    }
    calls = elements.map {
      Call(
        event: $0["event"]?.stringValue ?? "",
        payload: $0["payload"] ?? .null,
        time: Self.time($0)
      )
    }
  }

  private static func time(_ value: JSONValue) -> Int64? {
    value["at"]?.integerValue.flatMap { (0...latest).contains($0) ? $0 : nil }
  }

  private static func word(_ key: String, _ value: JSONValue) throws(Problem) -> String {
    guard let text = value[key]?.stringValue, text.utf8.count <= wordLimit else {
      throw Problem(words: "'\(key)' must be a string of at most \(wordLimit) bytes.")
    }
    return text
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .seconds(let number): "\(number)"
    case .null, .array, .object: nil
    }
  }
}

extension JSONValue {
  /// The value as an app would pass it to the engine; nil if the value is null.
  var argument: Any? {
    switch self {
    case .null: nil
    case .bool(let flag): flag
    case .integer(let number): number
    case .seconds(let number): number
    case .string(let text): text
    case .array(let values): values.map { $0.argument ?? "" }
    case .object(let members):
      members.reduce(into: [String: Any]()) { $0[$1.key] = $1.value.argument }
    }
  }
}
