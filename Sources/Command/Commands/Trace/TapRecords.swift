import Presentation
import Records
import Reports
import TimedMetadata
import Trace

/// Takes the tags of records.
final class TapRecords: RecordConsumer {
  private(set) var tap: Tap
  private(set) var count = 0
  private(set) var hasSeveralInputs = false
  private var input: String?
  private var window: RecordWindow

  init(_ tap: Tap, _ window: RecordWindow) { (self.tap, self.window) = (tap, window) }

  /// All of them.
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

/// The part of records that `--from` and `--limit-seconds` ask for.
struct RecordWindow {
  private var start: Double?
  private let usesWallClock: Bool
  private let limit: Double?
  /// Unix seconds of the first tag that has them.
  private var firstWallClock: Double?

  /// Nil for a start that records do not have.
  init?(from: ReadingStart?, limit: Double?) {
    switch from {
    case nil, .beginning: (start, usesWallClock) = (nil, false)
    case .seconds(let seconds) where seconds >= 0: (start, usesWallClock) = (seconds, false)
    case .wallClock(let seconds): (start, usesWallClock) = (seconds, true)
    case .seconds, .live: return nil
    }
    self.limit = limit
  }

  /// Whether a tag is in it. Tags without a time are left out where one is asked for.
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

  /// Seconds: times in records are in milliseconds.
  private static let tolerance = 0.0005
}
