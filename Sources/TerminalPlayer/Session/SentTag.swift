import NielsenTag

/// A tag that was sent to the engine, for the screen.
package struct SentTag: Sendable, Equatable {
  /// Tags that are kept for the screen.
  static let keptCount = 16

  /// The second of the stream in which it was sent.
  package var second: Int64
  /// Its own time on the presentation timeline, in seconds.
  package var time: Double
  package var owner: String

  /// The readable fields: `data #7, FD -KneGYrc…+69260`.
  var text: String {
    guard let payload = NielsenPayload(owner: owner) else { return "a payload that cannot be read" }
    var words = [payload.kind.rawValue + (payload.sequence.map { " #\($0)" } ?? "")]
    for (name, id, offset) in [
      ("FD", payload.fdCID, payload.fdOffset), ("PC", payload.pcCID, payload.pcOffset),
    ] {
      guard let id, id != .null else { continue }
      words.append("\(name) \(String(id.description.prefix(8)))…\(offset.map { "+\($0)" } ?? "")")
    }
    if let breakout = payload.breakout { words.append("breakout \(breakout)") }
    return words.joined(separator: "  ")
  }
}
