import Formats
import Glibc
import Synchronization

/// One line at the bottom of the terminal that says how far the reading has come. Short inputs never
/// show it. Any thread may hide it.
final class ProgressLine: Sendable {
  /// Seconds before the line first appears, and between two of its states.
  private static let (delay, interval) = (0.7, 0.1)

  private struct State {
    var title = ""
    var started = 0.0
    var shown = 0.0
    var isVisible = false

    mutating func hide() {
      guard isVisible else { return }
      isVisible = false
      StandardError.write("\r\u{1b}[K")
    }
  }

  /// Whether there is a terminal to show it, and it is wanted.
  let isEnabled: Bool
  private let state = Mutex(State())

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  deinit { hide() }

  /// Begins with an input.
  func start(_ title: String) {
    guard isEnabled else { return }
    state.withLock { state in
      state.hide()
      state.title = PrintableText.escaping(title)
      state.started = Self.now()
      state.shown = state.started + Self.delay - Self.interval
    }
  }

  /// Reports how much has been read, in bytes, and how much there is.
  func update(read: Int64, of total: Int64?) {
    guard isEnabled else { return }
    let now = Self.now()
    state.withLock { state in
      guard now - state.shown >= Self.interval else { return }
      state.shown = now
      state.isVisible = true
      var text = "\(state.title)  \(Self.megabytes(read))"
      if let total, total > 0 {
        text = "\(state.title)  \(min(100, read * 100 / total)) % of \(Self.megabytes(total))"
      }
      let rate = Double(read) / max(now - state.started, Self.interval)
      StandardError.write("\r\u{1b}[K\(text)  \(Self.megabytes(Int64(rate)))/s")
    }
  }

  /// Shows a text as the line.
  func show(_ text: String) {
    guard isEnabled else { return }
    state.withLock { state in
      state.isVisible = true
      StandardError.write("\r\u{1b}[K\(PrintableText.escaping(text))")
    }
  }

  /// Takes the line away, so that something else can be written.
  func hide() { state.withLock { $0.hide() } }

  /// `350.1 MB`.
  static func megabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
