import Glibc
import Records
import Synchronization

/// Reports the progress of a batch: on a terminal in one line that changes, elsewhere in a new line every ten seconds.
final class BatchProgress: Sendable {
  struct Counts: Equatable {
    /// Inputs that were read in this run, with or without success.
    var read = 0
    /// Inputs whose results are already in the database, and that have not changed.
    var unchanged = 0
    /// Inputs in `read` that could not be read completely.
    var failed = 0
    /// Inputs in `read` that were found in a directory and are not streams.
    var withoutStream = 0
  }

  /// The time between two updates of the line on a terminal, and between two lines elsewhere.
  private static let (interval, logInterval): (Duration, Duration) = (
    .milliseconds(200), .seconds(10)
  )

  private let diagnostics: Diagnostics
  private let showsLines: Bool
  private let total: Int
  private let started = ContinuousClock.now
  private let state = Mutex(Counts())
  private let bytes = Atomic<Int64>(0)
  private let lastReported: Mutex<ContinuousClock.Instant>

  /// If `showsLines` is true and standard error is not a terminal, a line is reported every ten seconds.
  init(_ diagnostics: Diagnostics, total: Int, showsLines: Bool) {
    self.diagnostics = diagnostics
    self.total = total
    self.showsLines = showsLines
    lastReported = Mutex(started)
  }

  var counts: Counts { state.withLock { $0 } }

  func add(bytes count: Int64) { bytes.wrappingAdd(count, ordering: .relaxed) }

  func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0) } }

  /// Reports the progress, at most once in each interval.
  func report() {
    let isTerminal = diagnostics.progress.isEnabled
    guard isTerminal || showsLines else { return }
    let now = ContinuousClock.now
    let isTime = lastReported.withLock { last in
      guard now - last >= (isTerminal ? Self.interval : Self.logInterval) else { return false }
      last = now
      return true
    }
    guard isTime else { return }
    let text = Self.text(
      counts,
      of: total,
      bytes: bytes.load(ordering: .relaxed),
      seconds: Self.seconds(now - started)
    )
    if isTerminal { diagnostics.progress.show(text) } else { diagnostics.notice(text) }
  }

  /// The progress, such as `1234 of 10000 done, 2 could not be read, 350.1 MB/s, 40 s left`. The time left is estimated
  /// from the inputs that were read, not from unchanged inputs. `seconds` is the time since the start.
  static func text(_ counts: Counts, of total: Int, bytes: Int64, seconds: Double) -> String {
    let done = counts.read + counts.unchanged
    var parts = ["\(done) of \(total) done"]
    if counts.failed > 0 { parts.append("\(counts.failed) could not be read") }
    if seconds > 0 {
      parts.append("\(ProgressLine.megabytes(Int64(Double(max(0, bytes)) / seconds)))/s")
    }
    if counts.read > 0, done < total {
      let left = seconds / Double(counts.read) * Double(total - done)
      parts.append("\(duration(left)) left")
    }
    return parts.joined(separator: ", ")
  }

  /// A duration as text: `40 s`, `3 min 20 s` or `2 h 5 min`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int64(min(max(0, seconds), 1e9).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}
