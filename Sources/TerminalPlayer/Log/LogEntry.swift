import Formats
import Records

/// One event of the player: a call of the SDK's API, a ping, or a note.
package struct LogEntry: Sendable {
  package enum Content: Sendable {
    /// A call of the API, what it was given, and what it answered.
    case call(String, argument: JSONValue? = nil, result: JSONValue? = nil)
    /// A ping that the engine made.
    case ping(PingRow)
    /// An event of the engine.
    case event(code: Int, String)
    /// An error of the engine.
    case error(code: Int, name: String, String)
    /// A message of the player.
    case note(String)
  }

  /// The stream of the channel.
  package var input: String
  /// The time of the player's clock, in Unix milliseconds.
  package var milliseconds: Int64
  /// The second of the stream that was being played; nil before the first.
  package var second: Int64?
  package var content: Content

  /// Another thing that happened at the same time.
  func with(_ content: Content) -> LogEntry {
    var entry = self
    entry.content = content
    return entry
  }

  /// The entry as a JSON object; a ping is the row of `id3tap pings`.
  package var json: JSONValue {
    let what: [JSONValue.Member]
    switch content {
    case .ping(let row): return row.json
    case .call(let name, let argument, let result):
      what =
        members("call") + [
          .init("call", .string(name)), .init("argument", argument ?? .null),
          .init("result", result ?? .null),
        ]
    case .event(let code, let text):
      what =
        members("event") + [
          .init("code", .integer(Int64(code))), .init("message", .string(text)),
        ]
    case .error(let code, let name, let text):
      what =
        members("error") + [
          .init("code", .integer(Int64(code))), .init("name", .string(name)),
          .init("message", .string(text)),
        ]
    case .note(let text):
      what = members("note") + [.init("message", .string(text))]
    }
    return .object(what)
  }

  private func members(_ kind: String) -> [JSONValue.Member] {
    [
      .init("input", .string(input)), .init("kind", .string(kind)),
      .init("time", JSONValue(seconds: second.map(Double.init))),
      .init("wallClock", JSONValue(UTCTime.milliseconds(Double(milliseconds) / 1000))),
    ]
  }
}
