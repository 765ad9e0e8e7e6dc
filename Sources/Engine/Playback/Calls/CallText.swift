import Formats
import NielsenAppApi

/// Writes calls in the plain form of a list of calls. Each ping is a comment below the call that caused it.
///
/// The result can be read back as a list of calls.
package struct CallText {
  /// Consecutive playheads, each a second after the previous one.
  private struct Playheads {
    var instance: String
    var range: ClosedRange<Int64>
  }

  private static let shown = [
    "channame", "c3", "ai", "cr", "c27", "c51", "c52", "davty", "uoo", "c71", "c72", "crs",
  ]

  private var playheads: Playheads?
  /// The time that the lines so far have reached, in Unix milliseconds; nil before the first line.
  private var time: Int64?
  private var start: Int64 = 0
  /// The latest playhead of each instance, and its time on the clock.
  private var latest: [String: (position: Int64, milliseconds: Int64)] = [:]

  package init() {}

  /// The lines that `event` completes. Playheads are held back until a run of consecutive ones ends.
  package mutating func lines(of event: PlayedEvent) -> String {
    switch event.kind {
    case .call(.playheadPosition(let position?)): return take(position, event)
    case .call(let call):
      return end() + pass(to: event) + event.instance + ": " + Self.words(call, event) + "\n"
    case .incident(let word): return end() + pass(to: event) + event.instance + ": \(word)\n"
    case .action(let action): return end() + pass(to: event) + action.json.text + "\n"
    case .ping(let ping): return end() + note(Self.words(ping), event)
    case .remark(let text): return end() + note(PrintableText.escaping(text), event)
    }
  }

  /// The line of the playheads held back; empty if no playheads are held back.
  package mutating func end() -> String {
    guard let playheads else { return "" }
    self.playheads = nil
    let (first, last) = (playheads.range.lowerBound, playheads.range.upperBound)
    let positions = first == last ? "\(first)" : "\(first)..\(last)"
    return "\(playheads.instance): playheadPosition \(positions)\n"
  }

  private mutating func take(_ position: Int64, _ event: PlayedEvent) -> String {
    if let known = playheads, known.instance == event.instance,
      event.milliseconds - (time ?? 0) == 1000, known.range.upperBound < .max,
      position == known.range.upperBound + 1
    {
      playheads?.range = known.range.lowerBound...position
      latest[event.instance] = (position, event.milliseconds)
      time = event.milliseconds
      return ""
    }
    var lines = end()
    var passing = pass(to: event)
    if let latest = latest[event.instance], latest.position < .max, position == latest.position + 1
    {
      // A second passes between consecutive playheads unless a line gives another time.
      if passing.isEmpty, latest.milliseconds == event.milliseconds { passing = "+0\n" }
      if passing == "+1\n", latest.milliseconds == event.milliseconds - 1000 { passing = "" }
    }
    lines += passing
    latest[event.instance] = (position, event.milliseconds)
    playheads = Playheads(instance: event.instance, range: position...position)
    return lines
  }

  /// The line that waits until `event`; empty for the first event, or when no time passes.
  private mutating func pass(to event: PlayedEvent) -> String {
    defer { time = event.milliseconds }
    guard let time else {
      start = event.milliseconds
      return ""
    }
    let length = event.milliseconds - time
    guard length > 0 else { return "" }
    return length % 1000 == 0
      ? "+\(length / 1000)\n" : "+\(Decimals.fixed(Double(length) / 1000) ?? "")\n"
  }

  /// A comment with the seconds since the start.
  private func note(_ text: String, _ event: PlayedEvent) -> String {
    let seconds = (event.milliseconds - (time == nil ? event.milliseconds : start)) / 1000
    return "#   \(seconds) s  \(event.isReceiver ? "receiver " : "")\(text)\n"
  }

  // MARK: - Text

  private static func words(_ timed: TimedPing) -> String {
    let ping = timed.ping
    let values = shown.compactMap { name -> String? in
      guard let value = ping[name], !value.isEmpty, !value.hasSuffix(",") else { return nil }
      return "\(name)=\(value)"
    }
    let type = ping.type.rawValue == ping.product.rawValue ? [] : [ping.type.rawValue]
    let words = (["ping", ping.product.rawValue] + type + values).joined(separator: " ")
    return PrintableText.escaping(words)
  }

  private static func words(_ call: Call, _ event: PlayedEvent) -> String {
    switch call {
    case .initialize(let appInfo): "\(event.isReceiver ? "nlsQ" : "init") \(words(appInfo))"
    case .play(.object([:])): "play"
    case .play(let channel): "play \(words(channel))"
    case .loadMetadata(let metadata): "loadMetadata \(words(metadata))"
    case .playheadPosition(let position):
      "playheadPosition \(position.map(String.init) ?? "\"\"")"
    case .sendID3(let data): "sendID3 \(words(.text(data)))"
    case .updateOTT(let info, let isRelay): "\(isRelay ? "ggPM " : "")updateOTT \(words(info))"
    case .updateMetadata(let metadata): "ggPM updateMetadata \(words(metadata))"
    case .setMuted(let isMuted): "ggPM setVolume \(isMuted ? 0 : 1)"
    case .userOptOut(let text): "userOptOut \(text.map { words(.text($0)) } ?? "")"
    case .trackingSetting(.limitAdTracking(let isLimited)): "limitAdTracking \(isLimited)"
    case .trackingSetting(.authorization(let answer)): "tracking \(answer.rawValue)"
    case .appDisableApi(let isOff): "appDisableApi \(isOff)"
    case .stop: "stop"
    case .end: "end"
    case .staticEnd: "staticEnd"
    case .trackViewability: "trackViewability"
    case .close: "close"
    case .debug, .advance, .deliveryFailed, .timeShift, .configuration: "# \(call)"
    }
  }

  /// An argument as written in a list of calls. A string that would be misread is written in quotes.
  private static func words(_ argument: CallArgument) -> String {
    switch argument {
    case .object(let scalars):
      let members = scalars.sorted { $0.key < $1.key }.map { key, scalar in
        JSONValue.Member(key, scalar.json)
      }
      return JSONValue.object(members).text
    case .number(let number): return "\(number)"
    case .other: return "[]"
    case .text(let text):
      let isPlain =
        !text.isEmpty && !text.hasPrefix("\"") && CallLine.withoutComment(text) == text
        && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      return isPlain ? text : JSONValue.string(text).text
    }
  }
}

extension ArgumentScalar {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .converted(let text): Int64(text).map(JSONValue.integer) ?? .string(text)
    case .null: .null
    case .structured: .array([])
    }
  }
}
