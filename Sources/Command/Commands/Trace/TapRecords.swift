import Presentation
import Records
import Reports
import TimedMetadata
import Trace

/// Makes a tap of the tags in records.
final class TapRecords: RecordConsumer {
  private(set) var tap: Tap
  /// The number of tags of the first input, inside and outside the time range.
  private(set) var count = 0
  /// Whether the records have tags of more than one input. Only the tags of the first input are used.
  private(set) var hasSeveralInputs = false
  private var input: String?
  private var window: RecordWindow

  init(_ tap: Tap, _ window: RecordWindow) { (self.tap, self.window) = (tap, window) }

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
  /// The time of day of the first tag that has one, in Unix seconds.
  private var firstWallClock: Double?

  /// `limit` is in seconds. Nil if `from` is a position that records do not have, such as the live edge.
  init?(from: ReadingStart?, limit: Double?) {
    switch from {
    case nil, .beginning: (start, usesWallClock) = (nil, false)
    case .seconds(let seconds) where seconds >= 0: (start, usesWallClock) = (seconds, false)
    case .wallClock(let seconds): (start, usesWallClock) = (seconds, true)
    case .seconds, .live: return nil
    }
    self.limit = limit
  }

  /// Whether a tag is in the time range. A tag without a time is only in an unlimited range.
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

  /// The maximum rounding error of a time in a record, in seconds: records have times in milliseconds.
  private static let tolerance = 0.0005
}
