/// The events of the player, the latest last. Memory is bounded: the oldest entries are removed.
package struct PlayerLog: Sendable {
  /// Entries that are kept.
  static let capacity = 100_000
  /// Lines that can be scrolled back to.
  static let lineCapacity = 10_000

  private var kept = Window<LogEntry>(capacity: PlayerLog.capacity)
  private var shown = Window<LogLine>(capacity: PlayerLog.lineCapacity)

  /// The entries, the oldest first.
  package var entries: ArraySlice<LogEntry> { kept.values }
  /// The number of entries that were too many.
  package var droppedCount: Int { kept.droppedCount }

  /// The lines for the screen, the oldest first.
  var lines: ArraySlice<LogLine> { shown.values }
  /// The number of lines that were removed before the first one of `lines`.
  var droppedLineCount: Int { shown.droppedCount }

  mutating func append(_ entry: LogEntry) {
    kept.append(entry)
    let line = LogLine(entry)
    // Playheads come every second: a run of them is one line.
    if let last = shown.values.last, let joined = last.joined(with: line) {
      shown.replaceLast(with: joined)
    } else {
      shown.append(line)
    }
  }

  mutating func clear() {
    kept = Window(capacity: PlayerLog.capacity)
    shown = Window(capacity: PlayerLog.lineCapacity)
  }

  /// The entries. The error that an app receives for a failed attempt to send a ping follows that ping, with
  /// its time: when an attempt fails depends on the machine, not on the played stream. A failure for a ping
  /// that is not in the log follows the previous failure, at first the start of the engine.
  ///
  /// - Parameter failures: The errors with the URLs of their pings, in the order of sending.
  /// - Returns: The entries, the oldest first.
  package func entries(
    with failures: [(url: String, error: LogEntry.Content)]
  ) -> [LogEntry] {
    guard !failures.isEmpty, !kept.values.isEmpty else { return Array(kept.values) }
    var places: [String: Int] = [:]
    for (place, entry) in kept.values.enumerated() {
      if case .ping(let row) = entry.content { places[row.ping.url] = place }
    }
    var errors: [Int: [LogEntry.Content]] = [:]
    var place = 0
    for failure in failures {
      place = places[failure.url] ?? place
      errors[place, default: []].append(failure.error)
    }
    return kept.values.enumerated().flatMap { place, entry in
      [entry] + (errors[place] ?? []).map { entry.with($0) }
    }
  }

  /// The entries as JSON Lines.
  package func append(to bytes: inout [UInt8]) {
    for entry in entries {
      entry.json.append(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

/// The latest values, at most this many.
private struct Window<Value: Sendable>: Sendable {
  let capacity: Int
  private(set) var droppedCount = 0
  private var all: [Value] = []
  private var first = 0

  init(capacity: Int) { self.capacity = capacity }

  var values: ArraySlice<Value> { all[first...] }

  mutating func append(_ value: Value) {
    all.append(value)
    guard all.count - first > capacity else { return }
    first += 1
    droppedCount += 1
    // Not at every step: moving all of them takes time.
    guard first >= capacity else { return }
    all.removeFirst(first)
    first = 0
  }

  mutating func replaceLast(with value: Value) { all[all.count - 1] = value }
}
