/// Draws the last hour of a track as SVG. What a mark means is told by its height too, not by colour alone.
enum StripDrawing {
  /// The height of the drawing; a mark is 1 wide.
  static let height = 12

  /// The classes and heights of marks, in the order of a key.
  static let looks: [(mark: HourStrip.Mark, style: String, height: Int, words: String)] = [
    (.data, "data", 8, "DATA tags"), (.info, "infos", 10, "an INFO tag"),
    (.media, "media", 3, "media without a tag"), (.fault, "faults", 12, "an alarm or a finding"),
    (.lost, "gone", 1, "the feed was lost"),
  ]

  /// The drawing; `title` is read to those who cannot see it, and must be escaped.
  static func svg(_ marks: [HourStrip.Mark], title: String) -> String {
    let paths = looks.compactMap { look -> String? in
      let runs = runs(of: look.mark, in: marks)
      guard !runs.isEmpty else { return nil }
      let outline = runs.map { run in
        let top = look.mark == .lost ? height / 2 : height - look.height
        return "M\(run.lowerBound) \(top)h\(run.count)v\(look.height)h-\(run.count)z"
      }
      return "<path class=\"\(look.style)\" d=\"\(outline.joined())\"/>"
    }
    return
      "<svg viewBox=\"0 0 \(marks.count) \(height)\" preserveAspectRatio=\"none\" role=\"img\" "
      + "aria-label=\"\(title)\">\(paths.joined())</svg>"
  }

  private static func runs(of mark: HourStrip.Mark, in marks: [HourStrip.Mark]) -> [Range<Int>] {
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
