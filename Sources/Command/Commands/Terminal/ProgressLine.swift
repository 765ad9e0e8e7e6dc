import Formats
import Glibc
import Synchronization
import System

/// The progress of reading, as one line on the terminal. Any thread may hide the line.
package final class ProgressLine: Sendable {
  /// The time before the line first appears for an input, and the time between two updates, in seconds.
  private static let (delay, interval) = (0.7, 0.1)

  private struct State {
    var title = ""
    var started = 0.0
    var shown = 0.0
    var isVisible = false
  }

  /// Whether the line may be shown: standard error is a terminal, and the options allow progress.
  package let isEnabled: Bool
  private let write: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// `write` writes the line to the terminal.
  package init(isEnabled: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isEnabled = isEnabled
    self.write = write
  }

  deinit { hide() }

  /// Starts the progress of an input with the name `title`.
  package func start(_ title: String) {
    guard isEnabled else { return }
    state.withLock { state in
      hide(&state)
      state.title = PrintableText.escaping(title)
      state.started = MonotonicClock.now
      state.shown = state.started + Self.delay - Self.interval
    }
  }

  /// Shows the number of bytes read, or the percentage if the total number of bytes is known, and the rate.
  package func update(read: Int64, of total: Int64?) {
    guard isEnabled else { return }
    let now = MonotonicClock.now
    state.withLock { state in
      guard now - state.shown >= Self.interval else { return }
      state.shown = now
      state.isVisible = true
      var text = "\(state.title)  \(Self.megabytes(read))"
      if let total, total > 0 {
        text = "\(state.title)  \(min(100, read * 100 / total)) % of \(Self.megabytes(total))"
      }
      let rate = Double(read) / max(now - state.started, Self.interval)
      write("\r\u{1b}[K\(text)  \(Self.megabytes(Int64(rate)))/s")
    }
  }

  /// Shows `text` instead of the progress of an input.
  package func show(_ text: String) {
    guard isEnabled else { return }
    state.withLock { state in
      state.isVisible = true
      write("\r\u{1b}[K\(PrintableText.escaping(text))")
    }
  }

  /// Removes the line, so that other text can be written.
  package func hide() { state.withLock { hide(&$0) } }

  private func hide(_ state: inout State) {
    guard state.isVisible else { return }
    state.isVisible = false
    write("\r\u{1b}[K")
  }

  /// A number of bytes in megabytes, such as `350.1 MB`.
  package static func megabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

package struct ScreenSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The assumed size of a terminal that reports no size.
  package static let usual = ScreenSize(columns: 80, rows: 24)

  /// The size of the terminal at standard output, or ``usual`` if it reports no size.
  package static var current: ScreenSize {
    guard let size = reported, size.ws_col > 0, size.ws_row > 0 else { return usual }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The columns of the terminal at standard output. Nil if it reports no size.
  package static var reportedColumns: Int? {
    guard let size = reported, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static var reported: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}

/// Makes the text that shows lines on a terminal (ECMA-48: CUP, EL, ED).
enum ScreenFrame {
  /// The text that fills the whole terminal with `texts`, one per row. All rows are included, so that they replace the
  /// output of other programs. If `isAnew` is true, the screen is erased first.
  static func text(_ texts: [String], size: ScreenSize, isAnew: Bool) -> String {
    let rows = texts.prefix(size.rows)
    // The width of a text with colours is not known, so its row is erased first.
    return (0..<size.rows).reduce(into: isAnew ? "\u{1b}[2J" : "") { frame, row in
      frame += "\u{1b}[\(row + 1);1H\u{1b}[K" + (row < rows.count ? rows[row] : "")
    }
  }
}
