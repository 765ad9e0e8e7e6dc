import Formats
import Glibc
import System

/// Draws aligned columns, a heading above the first row and, when asked, a line above the rows of
/// each input.
struct TableRenderer<Row: ResultRow>: Sendable {
  let style: TableStyle

  private let separator = "  "
  /// The least room for a cell that is cut, in characters.
  private static var shortestCut: Int { 10 }
  /// Before a last cell on a line of its own.
  private static var indent: String { "    " }
  private var isStarted = false
  private var input: String?
  /// The columns that are left out.
  private var left: Set<Int> = []

  init(style: TableStyle) {
    self.style = style
  }

  mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    if let block = row.block(style) {
      // Lines that are alone need no space between them.
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
      append(line: paint(PrintableText.escaping(row.input), .accent), to: &bytes)
    }
    if let line = row.lineAbove {
      let text = cut(PrintableText.escaping(line.text ?? ""), after: Self.indent.count)
      append(line: Self.indent + paint(text, line.emphasis), to: &bytes)
    }
    append(row.cells, to: &bytes)
  }

  /// Appends lines that belong to no row.
  mutating func append(note: String, to bytes: inout [UInt8]) {
    if isStarted { bytes.append(UInt8(ascii: "\n")) }
    append(line: note, to: &bytes)
  }

  /// The optional columns that a terminal has no room for, the last one first: the last column needs its
  /// width, and what the first row has in it, or the part of it that is to have room.
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
        below = Self.indent + paint(cut(text, after: Self.indent.count), cell.emphasis)
        text = ""
      }
      if isLast { text = cut(text, after: used) }
      let padding = String(repeating: " ", count: max(0, column.width - text.count))
      used += max(column.width, text.count) + separator.count
      switch column.alignment {
      case .right: line += padding + paint(text, cell.emphasis)
      case .left: line += paint(text, cell.emphasis) + (isLast ? "" : padding)
      }
    }
    while line.hasSuffix(" ") { line.removeLast() }
    append(line: line, to: &bytes)
    if let below { append(line: below, to: &bytes) }
  }

  /// Whether a last cell needs a line of its own: the terminal has one for it, and too little beside the
  /// others.
  private func isTooLong(_ text: String, after used: Int) -> Bool {
    guard let width = style.width else { return false }
    return text.count > width - used && width - used < Self.shortestCut
      && width - Self.indent.count >= Self.shortestCut
  }

  private func append(line: String, to bytes: inout [UInt8]) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Keeps the last cell on its line as long as that leaves enough characters to read.
  private func cut(_ text: String, after used: Int) -> String {
    guard let width = style.width, text.count > width - used, width - used >= Self.shortestCut
    else { return text }
    return text.prefix(width - used - 1) + "…"
  }

  private func paint(_ text: String, _ emphasis: TableCell.Emphasis) -> String {
    style.paint(text, emphasis)
  }
}

/// A column of a table. Rows are written as they come, so its width is fixed: a longer cell moves the
/// rest of its line.
package struct TableColumn: Sendable, Equatable {
  /// The alignment of the text of a cell.
  package enum Alignment: Sendable {
    case left
    case right
  }

  package var title: String
  /// The width in characters.
  package var width: Int
  /// The alignment of the text.
  package var alignment: Alignment
  /// Whether it is left out where a terminal is too narrow for the last column beside it.
  package var isOptional: Bool

  package init(
    _ title: String,
    width: Int,
    alignment: Alignment = .left,
    isOptional: Bool = false
  ) {
    self.title = title
    self.width = width
    self.alignment = alignment
    self.isOptional = isOptional
  }
}

package struct TableCell: Sendable, Equatable {
  /// How a cell is emphasized when colour is asked for.
  package typealias Emphasis = TextEmphasis

  /// The text; nil and the empty text are shown as `-`, in the last column as nothing.
  package var text: String?
  /// How it is emphasized.
  package var emphasis: Emphasis
  /// The characters of a last cell that optional columns make room for; nil: all of them.
  package var room: Int?

  package init(_ text: String?, _ emphasis: Emphasis = .none, room: Int? = nil) {
    self.text = text
    self.emphasis = emphasis
    self.room = room
  }

  /// Makes a cell with a number.
  package init(_ number: (some BinaryInteger)?, _ emphasis: Emphasis = .none) {
    self.init(number.map { String($0) }, emphasis)
  }
}

/// How tables are drawn.
package struct TableStyle: Sendable, Equatable {
  /// Whether ANSI escape sequences colour the text.
  package var isColored: Bool
  /// Whether a line with its name is above the rows of each input.
  package var namesInputs: Bool
  /// The width of the terminal in characters, to which long last cells are cut; nil cuts nothing.
  package var width: Int?

  package init(isColored: Bool = false, namesInputs: Bool = false, width: Int? = nil) {
    self.isColored = isColored
    self.namesInputs = namesInputs
    self.width = width
  }

  /// The text in the colour that an emphasis has, if colours are asked for.
  package func paint(_ text: String, _ emphasis: TableCell.Emphasis) -> String {
    isColored ? emphasis.paint(text) : text
  }
}

/// How text is emphasized where there are colours.
package enum TextEmphasis: Sendable {
  case none
  /// Of a special kind.
  case accent
  /// Should be checked.
  case warning
  /// Wrong.
  case bad
  /// As it should be.
  case good
  /// Less important.
  case faint

  /// The parameter of SGR (ECMA-48, 8.3.117); nil for text as it is.
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

  /// The text in its colour.
  package func paint(_ text: String, isBold: Bool = false) -> String {
    guard let parameter else { return text }
    return "\u{1b}[\(isBold ? "1;" : "")\(parameter)m\(text)\u{1b}[0m"
  }
}

/// When output is coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never

  /// Whether what goes to a terminal, or elsewhere, is coloured.
  package func isColored(onTerminal isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    // https://no-color.org: any value but the empty one.
    case .auto:
      isTerminal && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        && !TerminalDescriptor.isDumb
    }
  }
}
