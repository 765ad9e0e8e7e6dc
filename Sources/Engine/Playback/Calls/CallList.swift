import Formats
import NielsenAppApi

/// A list of calls with their times, such as a table in a guide or the log of an app.
///
///     A: init {"appid":"P00000000-0000-0000-0000-000000000000"}
///     A: play {"channelName":"MyApp"}
///     A: playheadPosition 0..15
///     +600
///     {"at":700,"instance":"B","call":"userOptOut","arguments":"nielsenappsdk://1"}
///
/// A line between the calls can be a ``ViewerAction``: a note for a rehearsal. It makes no call.
public struct CallList: Sendable {
  enum Action: Sendable {
    case wait(milliseconds: Int64)
    /// Waits until this number of milliseconds after the start.
    case until(milliseconds: Int64)
    /// Starts an instance with this appInfo; nil means the appInfo of the options.
    case start(CallArgument?, isReceiver: Bool)
    case call(Call)
    /// One playhead per second.
    case playheads(ClosedRange<Int64>)
    /// An event of a receiver's page.
    case event(String, CallArgument?)
    /// A call of the API without effect, because no document describes its effect.
    case undocumented(String)
    case kill
    case tracking(PrivacySettings.Tracking)
    case connection(isOnline: Bool)
    /// Notes actions of the viewer. No call is made, and no time passes.
    case viewer([ViewerAction])
  }

  /// A line of the list, or one of the actions on it.
  struct Line: Sendable {
    var number: Int
    var instance: String
    var action: Action
  }

  /// The maximum size of a list in bytes.
  public static let sizeLimit = 16 << 20
  /// The maximum duration of a list in milliseconds.
  static let longest = SynthesizedPlayer.latestSecond * 1000

  private(set) var lines: [Line] = []
  /// The start in Unix seconds, from the first `at` that is a time of day; nil if there is no such line.
  private(set) var start: Int64?

  /// Reads a list with one call per line, in the plain form or as JSON.
  /// - Throws: ``ScenarioError`` with the number of the line.
  public init(_ bytes: [UInt8]) throws(ScenarioError) {
    guard bytes.count <= Self.sizeLimit else {
      throw ScenarioError(line: 1, "the list is larger than \(Self.sizeLimit) bytes")
    }
    var time: Int64 = 0
    // A byte order mark, which some editors write, is ignored.
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let newline = UInt8(ascii: "\n")
    let texts = bytes[first...].split(separator: newline, omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      let text = String(decoding: text, as: UTF8.self)
      for var line in try CallLine.lines(text, number: index + 1) {
        if case .until(let end) = line.action, end >= ClockStart.earliestLive * 1000 {
          start = start ?? (end - time) / 1000
          line.action = .until(milliseconds: end - (start ?? 0) * 1000)
        }
        time = try Self.time(after: line, from: time)
        lines.append(line)
      }
    }
  }

  /// The time after a line that starts at `time`. Both are in milliseconds after the start.
  private static func time(after line: Line, from time: Int64) throws(ScenarioError) -> Int64 {
    let next: Int64
    switch line.action {
    case .wait(let length): next = time + length
    case .playheads(let range): next = time + Int64(range.count - 1) * 1000
    case .until(let end): next = end
    default: next = time
    }
    guard next >= time else {
      throw ScenarioError(line: line.number, field: "at", "is earlier than the line above")
    }
    guard next <= longest else {
      throw ScenarioError(line: line.number, "the list lasts longer than 366 days")
    }
    return next
  }

  /// The first playhead that is a time of day, in Unix seconds; nil if there is no such playhead.
  var firstLivePlayhead: Int64? {
    lines.lazy.compactMap { line -> Int64? in
      switch line.action {
      case .call(.playheadPosition(let position?)): position
      case .playheads(let range): range.lowerBound
      default: nil
      }
    }.first { $0 >= ClockStart.earliestLive && ClockStart.range.contains($0) }
  }

  /// The appInfo that the list gives for the first instance in the app; nil if it gives none.
  package var appInfo: CallArgument? {
    for line in lines {
      if case .start(let appInfo, isReceiver: false) = line.action { return appInfo }
    }
    return nil
  }

  var actions: [ViewerAction] {
    lines.flatMap { line -> [ViewerAction] in
      if case .viewer(let actions) = line.action { actions } else { [] }
    }
  }

  var canKill: Bool { lines.contains { if case .kill = $0.action { true } else { false } } }
}
