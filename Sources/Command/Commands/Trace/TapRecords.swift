import Presentation
import Records
import Reports
import TimedMetadata
import Trace

/// Receives the tags of records, and makes a tap of them.
final class TapRecords: RecordConsumer {
  private(set) var tap: Tap
  private(set) var count = 0
  private(set) var hasSeveralInputs = false
  private var input: String?
  private var window: RecordWindow

  init(_ tap: Tap, _ window: RecordWindow) { (self.tap, self.window) = (tap, window) }

  /// All fields of a record are read.
  var fields: Set<String>? { nil }

  func take(_ record: ReportRecord) {
    guard case .tag(let record) = record, let tag = TapTag(record) else { return }
    input = input ?? record.input
    guard record.input == input else {
      hasSeveralInputs = true
      return
    }
    count += 1
    if window.contains(tag) { tap.receive(tag) }
  }
}

/// The time range of records that `--from` and `--limit-seconds` select.
struct RecordWindow {
  private var start: Double?
  private let usesWallClock: Bool
  private let limit: Double?
  /// The Unix seconds of the first tag that has a time of day.
  private var firstWallClock: Double?

  /// Nil if `from` is a start that records do not have, such as the live edge.
  init?(from: ReadingStart?, limit: Double?) {
    switch from {
    case nil, .beginning: (start, usesWallClock) = (nil, false)
    case .seconds(let seconds) where seconds >= 0: (start, usesWallClock) = (seconds, false)
    case .wallClock(let seconds): (start, usesWallClock) = (seconds, true)
    case .seconds, .live: return nil
    }
    self.limit = limit
  }

  /// Whether a tag is in the time range. Tags without a time are only in an unlimited one.
  mutating func contains(_ tag: TapTag) -> Bool {
    guard start != nil || limit != nil else { return true }
    firstWallClock = firstWallClock ?? tag.wallClock
    let sinceFirst = tag.wallClock.flatMap { clock in firstWallClock.map { clock - $0 } }
    guard let position = usesWallClock ? tag.wallClock : tag.time ?? sinceFirst else {
      return false
    }
    let start = start ?? 0
    return position >= start - Self.tolerance && position <= start + (limit ?? .infinity)
  }

  /// Seconds that times may differ: records have times in milliseconds.
  private static let tolerance = 0.0005
}
