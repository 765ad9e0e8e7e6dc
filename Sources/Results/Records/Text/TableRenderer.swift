import Formats
import Glibc
import System

/// Draws aligned columns with a heading above the first row. The name of each input can be above its rows.
struct TableRenderer<Row: ResultRow>: Sendable {
  let style: TableStyle

  private let separator = "  "
  /// The smallest width, in characters, to which a cell may be cut.
  private static var shortestCut: Int { 10 }
  /// The indentation of a last cell that has its own line.
  private static var indent: String { "    " }
  private var isStarted = false
  private var input: String?
  /// The indexes of the optional columns that are left out.
  private var left: Set<Int> = []

  init(style: TableStyle) {
    self.style = style
  }

  mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    if let block = row.block(style) {
      // Blocks of a single line need no blank line between them.
      let isLine = block.utf8.firstIndex(of: UInt8(ascii: "\n")) == block.utf8.indices.last
      if isStarted, !isLine, row.isSpaced(style) { bytes.append(UInt8(ascii: "\n")) }
      isStarted = true
      bytes += block.utf8
      return
    }
    if !isStarted {
      isStarted = true
      left = columnsWithoutRoom(beside: row)
      append(Row.columns.map { TableCell($0.title, .faint) }, to: &bytes)
    }
    if style.namesInputs, input != row.input {
      input = row.input
      append(line: style.paint(PrintableText.escaping(row.input), .accent), to: &bytes)
    }
    if let line = row.lineAbove {
      let text = cut(PrintableText.escaping(line.text ?? ""), after: Self.indent.count)
      append(line: Self.indent + style.paint(text, line.emphasis), to: &bytes)
    }
    append(row.cells, to: &bytes)
  }

  mutating func append(note: String, to bytes: inout [UInt8]) {
    if isStarted { bytes.append(UInt8(ascii: "\n")) }
    append(line: note, to: &bytes)
  }

  /// The indexes of the optional columns that do not fit on the terminal. The rightmost optional columns are left out
  /// first. The last column needs its own width, and room for its cell in the first row or for the `room` of that cell.
  private func columnsWithoutRoom(beside row: Row) -> Set<Int> {
    guard let width = style.width, let last = Row.columns.last else { return [] }
    let cell = row.cells.last
    let needed = max(last.width, cell?.room ?? PrintableText.escaping(cell?.text ?? "").count)
    var used = Row.columns.dropLast().reduce(0) { $0 + $1.width + separator.count }
    var left: Set<Int> = []
    for (index, column) in Row.columns.enumerated().reversed() where column.isOptional {
      guard used + needed > width else { break }
      left.insert(index)
      used -= column.width + separator.count
    }
    return left
  }

  private func append(_ cells: [TableCell], to bytes: inout [UInt8]) {
    var line = ""
    var used = 0
    var below: String?
    for (index, (column, cell)) in zip(Row.columns, cells).enumerated() {
      guard !left.contains(index) else { continue }
      let isLast = index == Row.columns.count - 1
      if used > 0 { line += separator }
      var text = PrintableText.escaping(cell.text ?? "")
      if text.isEmpty { text = isLast ? "" : "-" }
      if isLast, isTooLong(text, after: used) {
        below = Self.indent + style.paint(cut(text, after: Self.indent.count), cell.emphasis)
        text = ""
      }
      if isLast { text = cut(text, after: used) }
      let padding = String(repeating: " ", count: max(0, column.width - text.count))
      used += max(column.width, text.count) + separator.count
      switch column.alignment {
      case .right: line += padding + style.paint(text, cell.emphasis)
      case .left: line += style.paint(text, cell.emphasis) + (isLast ? "" : padding)
      }
    }
    while line.hasSuffix(" ") { line.removeLast() }
    append(line: line, to: &bytes)
    if let below { append(line: below, to: &bytes) }
  }

  /// Whether the last cell needs its own line, because there is too little room next to the other cells but a whole
  /// line is wide enough.
  private func isTooLong(_ text: String, after used: Int) -> Bool {
    guard let width = style.width else { return false }
    return text.count > width - used && width - used < Self.shortestCut
      && width - Self.indent.count >= Self.shortestCut
  }

  private func append(line: String, to bytes: inout [UInt8]) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Cuts text that is too long for its line, if enough readable characters remain.
  private func cut(_ text: String, after used: Int) -> String {
    guard let width = style.width, text.count > width - used, width - used >= Self.shortestCut
    else { return text }
    return text.prefix(width - used - 1) + "…"
  }
}

/// A column of a table. Its width is fixed, because rows are written one by one: a longer cell moves the rest of its
/// line to the right.
package struct TableColumn: Sendable, Equatable {
  package enum Alignment: Sendable {
    case left
    case right
  }

  package var title: String
  package var width: Int
  package var alignment: Alignment
  /// Whether the column is left out when the terminal is too narrow for the last column.
  package var isOptional: Bool

  package init(
    _ title: String,
    width: Int,
    alignment: Alignment = .left,
    isOptional: Bool = false
  ) {
    (self.title, self.width, self.alignment) = (title, width, alignment)
    self.isOptional = isOptional
  }
}

package struct TableCell: Sendable, Equatable {
  /// The text. Nil and empty text are shown as `-`, but as nothing in the last column.
  package var text: String?
  package var emphasis: TextEmphasis
  /// The number of characters of the last cell for which optional columns make room. Nil means all characters.
  package var room: Int?

  package init(_ text: String?, _ emphasis: TextEmphasis = .none, room: Int? = nil) {
    (self.text, self.emphasis, self.room) = (text, emphasis, room)
  }

  /// Makes a cell with a number; nil is shown as `-`.
  package init(_ number: (some BinaryInteger)?, _ emphasis: TextEmphasis = .none) {
    self.init(number.map { String($0) }, emphasis)
  }
}

package struct TableStyle: Sendable, Equatable {
  /// Whether text is coloured with ANSI escape sequences.
  package var isColored: Bool
  /// Whether the name of each input is on a line above its rows.
  package var namesInputs: Bool
  /// The width of the terminal in characters, to which a long last cell is cut. Nil means that nothing is cut.
  package var width: Int?

  package init(isColored: Bool = false, namesInputs: Bool = false, width: Int? = nil) {
    (self.isColored, self.namesInputs, self.width) = (isColored, namesInputs, width)
  }

  /// The width of wrapped text, in characters: the width of the terminal or, if it is unknown, `usual`. It is at least
  /// 60.
  package func textWidth(usual: Int = 80) -> Int { max(60, width ?? usual) }

  /// Wraps text into lines and escapes its control characters. `first` is the indentation of the first line, and `rest`
  /// of the other lines. If `rest` is nil, all lines have the indentation `first`.
  package func wrapped(
    _ text: String,
    _ first: String,
    rest: String? = nil,
    usual: Int = 80,
    _ emphasis: TextEmphasis = .none
  ) -> [String] {
    WrappedText.lines(
      PrintableText.escaping(text),
      width: textWidth(usual: usual),
      first: first,
      rest: rest ?? first
    ).map { paint($0, emphasis) }
  }

  /// The text in the colour of an emphasis. The text is unchanged if the style is not coloured.
  package func paint(_ text: String, _ emphasis: TextEmphasis) -> String {
    isColored ? emphasis.paint(text) : text
  }
}

extension String {
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// The emphasis of text, shown as a colour.
package enum TextEmphasis: Sendable {
  case none
  /// Text of a special kind, such as an INFO tag.
  case accent
  /// Text about something that should be checked.
  case warning
  /// Text about a fault.
  case bad
  /// Text about a correct state.
  case good
  /// Text that is less important.
  case faint

  /// The SGR parameter (ECMA-48, 8.3.117). Nil for text without emphasis.
  private var parameter: Int? {
    switch self {
    case .none: nil
    case .accent: 36
    case .warning: 33
    case .bad: 31
    case .good: 32
    case .faint: 2
    }
  }

  package func paint(_ text: String, isBold: Bool = false) -> String {
    guard let parameter else { return text }
    return "\u{1b}[\(isBold ? "1;" : "")\(parameter)m\(text)\u{1b}[0m"
  }
}

/// The value of `--color`: when output is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether output is coloured. `isTerminal` tells whether a terminal shows the output.
  package func isColored(onTerminal isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    // NO_COLOR is respected unless it is empty (https://no-color.org).
    case .auto:
      isTerminal && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        && !TerminalDescriptor.isDumb
    }
  }
}
