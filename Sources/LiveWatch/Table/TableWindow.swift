/// The lines of the feeds that a terminal shows when it has no room for all.
package struct TableWindow: Sendable, Equatable {
  /// A movement by a key.
  package enum Move: Sendable {
    case lineUp, lineDown, pageUp, pageDown, top, bottom
  }

  /// The first visible line, from 0.
  package private(set) var first = 0
  private var count = 0
  private var size = 0

  /// A window at the top.
  package init() {}

  /// The last line that can be the first visible line.
  private var last: Int { max(0, count - size) }

  /// Moves the window. A page keeps one line of the previous page.
  package mutating func move(_ move: Move) {
    let page = max(1, size - 1)
    let wanted =
      switch move {
      case .lineUp: first - 1
      case .lineDown: first + 1
      case .pageUp: first - page
      case .pageDown: first + page
      case .top: 0
      case .bottom: last
      }
    first = min(max(0, wanted), last)
  }

  /// Adapts the window to this many lines, and room for `size` of them.
  mutating func fit(_ count: Int, into size: Int) {
    (self.count, self.size) = (count, max(0, size))
    first = min(first, last)
  }
}
