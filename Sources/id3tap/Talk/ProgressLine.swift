import Glibc
import Results

/// One line at the bottom of the terminal that says how far the reading has come. Short inputs never
/// show it.
final class ProgressLine {
  /// Seconds before the line first appears, and between two of its states.
  private static let (delay, interval) = (0.7, 0.1)

  private let isEnabled: Bool
  private var title = ""
  private var started = 0.0
  private var shown = 0.0
  private var isVisible = false

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  deinit { hide() }

  /// Begins with an input.
  func start(_ title: String) {
    guard isEnabled else { return }
    hide()
    self.title = PrintableText.escaping(title)
    started = Self.now()
    shown = started + Self.delay - Self.interval
  }

  /// Tells how much has been read, in bytes, and how much there is.
  func update(read: Int64, of total: Int64?) {
    guard isEnabled else { return }
    let now = Self.now()
    guard now - shown >= Self.interval else { return }
    shown = now
    isVisible = true
    var state = "\(title)  \(Self.megabytes(read))"
    if let total, total > 0 {
      state = "\(title)  \(min(100, read * 100 / total)) % of \(Self.megabytes(total))"
    }
    let rate = Double(read) / max(now - started, Self.interval)
    StandardError.write("\r\u{1b}[K\(state)  \(Self.megabytes(Int64(rate)))/s")
  }

  /// Takes the line away, so that something else can be written.
  func hide() {
    guard isVisible else { return }
    isVisible = false
    StandardError.write("\r\u{1b}[K")
  }

  private static func megabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
