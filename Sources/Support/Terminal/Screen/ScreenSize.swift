import Glibc

/// The size of a terminal.
package struct ScreenSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size where a terminal reports none.
  package static let usual = ScreenSize(columns: 80, rows: 24)

  /// The size that the terminal of standard output reports.
  package static var current: ScreenSize {
    guard let size = reported, size.ws_col > 0, size.ws_row > 0 else { return usual }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The columns that the terminal of standard output reports; nil where it reports none.
  package static var reportedColumns: Int? {
    guard let size = reported, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static var reported: winsize? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
