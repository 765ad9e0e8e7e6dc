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
/// Lines of ``ViewerAction`` may stand between the calls. They are remarks for a rehearsal, and play nothing.
public struct CallList: Sendable {
  /// What a line does.
  enum Action: Sendable {
    case wait(milliseconds: Int64)
    /// Time passes until this time after the start.
    case until(milliseconds: Int64)
    /// Nil: the appInfo of the options.
    case start(CallArgument?, isReceiver: Bool)
    case call(Call)
    /// One playhead a second.
    case playheads(ClosedRange<Int64>)
    /// An event of a receiver's page.
    case event(String, CallArgument?)
    /// A call of the API whose effect no document describes. It has none here.
    case undocumented(String)
    case kill
    /// The viewer changes the setting of the operating system about tracking.
    case tracking(PrivacySettings.Tracking)
    case connection(isOnline: Bool)
    /// The viewer does something: no call, and no time passes.
    case viewer([ViewerAction])
  }

  /// A line, or a part of one.
  struct Line: Sendable {
    var number: Int
    var instance: String
    var action: Action
  }

  /// The largest list that is read, in bytes.
  public static let sizeLimit = 16 << 20
  /// A list may not last longer.
  static let longest = SynthesizedPlayer.latestSecond * 1000

  private(set) var lines: [Line] = []
  /// The start in Unix seconds, when the first time of a line is a time of day; all others are then, too.
  private(set) var start: Int64?

  /// Reads a list: a call on each line, in the plain form or as JSON.
  /// - Throws: ``ScenarioError`` with the line.
  public init(_ bytes: [UInt8]) throws(ScenarioError) {
    guard bytes.count <= Self.sizeLimit else {
      throw ScenarioError(line: 1, "the list is larger than \(Self.sizeLimit) bytes")
    }
    var time: Int64 = 0
    // A byte order mark, as some editors write, means nothing.
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

  /// The time after a line, in milliseconds after the start.
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

  /// The first playhead that is a time of the day.
  var firstLivePlayhead: Int64? {
    lines.lazy.compactMap { line -> Int64? in
      switch line.action {
      case .call(.playheadPosition(let position?)): position
      case .playheads(let range): range.lowerBound
      default: nil
      }
    }.first { $0 >= ClockStart.earliestLive && ClockStart.range.contains($0) }
  }

  /// The appInfo of the first instance of the app; nil: that of the options.
  package var appInfo: CallArgument? {
    for line in lines {
      if case .start(let appInfo, isReceiver: false) = line.action { return appInfo }
    }
    return nil
  }

  /// What the viewer does, as far as lines say it.
  var actions: [ViewerAction] {
    lines.flatMap { line -> [ViewerAction] in
      if case .viewer(let actions) = line.action { actions } else { [] }
    }
  }

  /// Whether the app is killed in it.
  var canKill: Bool { lines.contains { if case .kill = $0.action { true } else { false } } }
}
