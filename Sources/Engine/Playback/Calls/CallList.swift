import Formats
import NielsenAppApi

/// A list of calls with their times, such as the table of a guide or the log of an app.
///
///     A: init {"appid":"P00000000-0000-0000-0000-000000000000"}
///     A: play {"channelName":"MyApp"}
///     A: playheadPosition 0..15
///     +600
///     {"at":700,"instance":"B","call":"userOptOut","arguments":"nielsenappsdk://1"}
///
/// Between the calls there may be lines with a ``ViewerAction``. They are notes for a rehearsal, and make no calls.
public struct CallList: Sendable {
  /// What a line says to do.
  enum Action: Sendable {
    case wait(milliseconds: Int64)
    /// Wait until this time after the start.
    case until(milliseconds: Int64)
    /// Start an instance with this appInfo; nil: the one of the options.
    case start(CallArgument?, isReceiver: Bool)
    case call(Call)
    /// One playhead per second.
    case playheads(ClosedRange<Int64>)
    /// An event of a receiver's page.
    case event(String, CallArgument?)
    /// A call of the API whose effect no document describes. It has none here.
    case undocumented(String)
    case kill
    /// The viewer changes the setting of the operating system about tracking.
    case tracking(PrivacySettings.Tracking)
    case connection(isOnline: Bool)
    /// The viewer does something. No call is made, and no time passes.
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
  /// The start in Unix seconds, if the `at` of a line is a time of day; then all others are times
  /// of day too. Nil: there is no such line.
  private(set) var start: Int64?

  /// Reads a list with one call per line, in the plain form or as JSON.
  /// - Throws: ``ScenarioError`` with the line.
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

  /// The time after a line, in milliseconds after the start, if it is `time` before it.
  private static func time(after line: Line, from time: Int64) throws(ScenarioError) -> Int64 {
    let next: Int64
    switch line.action {
    case .wait(let length): next = time + length
    case .playheads(let range): next = time + Int64(range.count - 1) * 1000
    case .until(let end): next = end
    default: next = time
    }
    guard next >= time else {
      throw ScenarioError(line: line.number, field: "at", "is before the line above")
    }
    guard next <= longest else {
      throw ScenarioError(line: line.number, "the list lasts longer than 366 days")
    }
    return next
  }

  /// The first playhead that is a time of day, in Unix seconds; nil when there is none.
  var firstLivePlayhead: Int64? {
    lines.lazy.compactMap { line -> Int64? in
      switch line.action {
      case .call(.playheadPosition(let position?)): position
      case .playheads(let range): range.lowerBound
      default: nil
      }
    }.first { $0 >= ClockStart.earliestLive && ClockStart.range.contains($0) }
  }

  /// The appInfo of the first instance that is not a receiver's; nil: the one of the options.
  package var appInfo: CallArgument? {
    for line in lines {
      if case .start(let appInfo, isReceiver: false) = line.action { return appInfo }
    }
    return nil
  }

  /// The actions of the viewer that lines of the list name.
  var actions: [ViewerAction] {
    lines.flatMap { line -> [ViewerAction] in
      if case .viewer(let actions) = line.action { actions } else { [] }
    }
  }

  /// Whether the list kills the app.
  var canKill: Bool { lines.contains { if case .kill = $0.action { true } else { false } } }
}
