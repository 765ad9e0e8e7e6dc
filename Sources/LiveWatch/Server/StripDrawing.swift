import Documents

/// Draws the past of a track as SVG. Marks differ in height and position too, not only in colour.
enum StripDrawing {
  /// The height of the drawing; a mark is 1 unit wide.
  static let height = 12

  /// How a mark is drawn: the class, top and height of its shape, and its meaning.
  struct Look {
    var mark: StateStrip.Mark
    var style: String
    var top: Int
    var height: Int
    var words: String
  }

  /// The looks of marks, in the order of a key.
  static let looks = [
    Look(mark: .data, style: "data", top: 4, height: 8, words: "DATA tags"),
    Look(mark: .info, style: "infos", top: 2, height: 10, words: "an INFO tag"),
    Look(mark: .media, style: "media", top: 9, height: 3, words: "media without a tag"),
    Look(mark: .warning, style: "warnings", top: 0, height: 6, words: "warning"),
    Look(mark: .fault, style: "faults", top: 0, height: 12, words: "alarm"),
    Look(mark: .lost, style: "gone", top: 4, height: 4, words: "feed lost"),
  ]

  /// The drawing; `title` is its description for screen readers.
  static func svg(_ marks: [StateStrip.Mark], title: String) -> HTML {
    let paths = looks.compactMap { look -> HTML? in
      let runs = runs(of: look.mark, in: marks)
      guard !runs.isEmpty else { return nil }
      let outline = runs.map { run in
        "M\(run.lowerBound) \(look.top)h\(run.count)v\(look.height)h-\(run.count)z"
      }
      return "<path class=\"\(look.style)\" d=\"\(outline.joined())\"/>"
    }
    let label: HTML =
      title.isEmpty ? "aria-hidden=\"true\"" : "role=\"img\" aria-label=\"\(title)\""
    return """
      <svg viewBox="0 0 \(marks.count) \(height)" preserveAspectRatio="none" \(label)>\(paths)</svg>
      """
  }

  /// The drawing as text: how long it shows alarms, warnings and losses.
  static func words(_ marks: [StateStrip.Mark], secondsPerMark: Double) -> String {
    let parts = [(StateStrip.Mark.lost, "lost"), (.fault, "alarm"), (.warning, "warning")]
      .compactMap { mark, word -> String? in
        let count = marks.count { $0 == mark }
        guard count > 0 else { return nil }
        return "\(word) for \(StatusWords.duration(Double(count) * secondsPerMark))"
      }
    return parts.isEmpty ? "no alarm" : parts.joined(separator: ", ")
  }

  private static func runs(of mark: StateStrip.Mark, in marks: [StateStrip.Mark]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, other) in marks.enumerated() where other == mark {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }
}
