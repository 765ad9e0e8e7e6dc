/// Which lines of the feeds a terminal shows, where it has room for some of them only.
package struct TableWindow: Sendable, Equatable {
  /// Where keys move it.
  package enum Move: Sendable {
    case lineUp, lineDown, pageUp, pageDown, top, bottom
  }

  /// The first line that is seen, from 0.
  package private(set) var first = 0
  private var count = 0
  private var size = 0

  /// A window at the top.
  package init() {}

  /// The last line that can be the first.
  private var last: Int { max(0, count - size) }

  /// Goes to other lines. A page leaves one line of the one before.
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

  /// There are this many lines, and room for `size` of them.
  mutating func fit(_ count: Int, into size: Int) {
    (self.count, self.size) = (count, max(0, size))
    first = min(first, last)
  }
}
