import Conformance
import Formats

/// The timeline of each rendition or program: one character for ten seconds, at most ten minutes per line.
struct CheckTimeline {
  private let strips: [TimelineStrip]
  private let style: TableStyle
  private let marksPerLine: Int

  /// The width of the time before the marks, in characters.
  private static let labelWidth = 13
  /// The maximum number of marks on a line: ten minutes.
  private static let standardMarks = 60

  init(_ strips: [TimelineStrip], style: TableStyle, width: Int) {
    (self.strips, self.style) = (strips, style)
    marksPerLine = max(6, min(Self.standardMarks, (width - Self.labelWidth) / 6 * 6))
  }

  /// The legend, then the name and the lines of each strip.
  var lines: [String] {
    guard strips.contains(where: { !$0.marks.isEmpty }) else { return [] }
    let legend = "  timeline   a character is 10 s: d DATA, i INFO; D, I, ! at a fault; . nothing"
    return [style.paint(legend, .faint)] + strips.flatMap(lines(of:))
  }

  private func lines(of strip: TimelineStrip) -> [String] {
    var lines: [String] = []
    let names = [
      strip.rendition.map(PrintableText.escaping),
      strips.contains { $0.program != strip.program } ? strip.program.map { "program \($0)" } : nil,
    ].compactMap { $0 }
    if !names.isEmpty { lines.append("  " + style.paint(names.joined(separator: ", "), .accent)) }
    var alike = 0
    for start in stride(from: 0, to: strip.marks.count, by: marksPerLine) {
      let marks = strip.marks[start..<min(start + marksPerLine, strip.marks.count)]
      let isLast = start + marksPerLine >= strip.marks.count
      // Lines without gaps or faults are folded, except the first and the last, so that a day fits on a screen.
      if start > 0, !isLast, marks.allSatisfy({ $0 == .data || $0 == .info }) {
        alike += 1
        continue
      }
      lines += fold(&alike)
      let drawn = marks.indices.map { paint(strip.drawnCharacter(at: $0), marks[$0]) }
      lines.append(label(at: start) + drawn.joined())
    }
    return lines + fold(&alike)
  }

  private func fold(_ alike: inout Int) -> [String] {
    defer { alike = 0 }
    guard alike > 0 else { return [] }
    let minutes = alike * marksPerLine / 6
    let words = "… \(minutes) minutes without gaps or faults"
    return [String(repeating: " ", count: Self.labelWidth) + style.paint(words, .faint)]
  }

  private func label(at mark: Int) -> String {
    let seconds = mark * Int(TimelineStrip.secondsPerMark)
    let time =
      "\(seconds / 3600):\(Decimals.padded(seconds / 60 % 60, to: 2)):"
      + Decimals.padded(seconds % 60, to: 2)
    let padding = String(repeating: " ", count: max(0, Self.labelWidth - 2 - time.count))
    return padding + time + "  "
  }

  private func paint(_ character: Character, _ mark: TimelineStrip.Mark) -> String {
    let emphasis: TextEmphasis =
      switch mark {
      case .nothing: .faint
      case .data: .good
      case .info: .accent
      case .fault: .bad
      }
    return style.paint(String(character), emphasis)
  }
}

extension TimelineStrip {
  var text: String { String(marks.map(\.character)) }

  /// The characters of the tags, without the faults that hide them in `text`.
  var tagText: String { String(tags.map(\.character)) }

  /// The character to draw for a mark. A fault at a tag is drawn as the capital letter of the tag.
  func drawnCharacter(at index: Int) -> Character {
    guard marks[index] == .fault, index < tags.count, tags[index] != .nothing else {
      return marks[index].character
    }
    return tags[index].character.uppercased().first ?? marks[index].character
  }
}

extension TimelineStrip.Mark {
  var character: Character {
    switch self {
    case .nothing: "."
    case .data: "d"
    case .info: "i"
    case .fault: "!"
    }
  }
}
