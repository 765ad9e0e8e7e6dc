/// The size of a terminal.
struct ScreenSize: Sendable, Equatable {
  var columns: Int
  var rows: Int

  /// The smallest size with a usable picture.
  static let least = ScreenSize(columns: 30, rows: 8)

  var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }
}
