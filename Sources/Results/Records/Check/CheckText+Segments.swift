import Formats

extension CheckText {
  /// The segments of a playlist: one line each, a long URI on its own.
  var segments: [String] {
    guard !report.segments.isEmpty else { return [] }
    let title = "  segments: start, duration, tags (Nielsen), what was read"
    return [style.paint(title, .faint)]
      + report.segments.flatMap { segment in
        let start = segment.start.flatMap(Decimals.fixed) ?? "-"
        let media = segment.media?.rawValue ?? "nothing"
        let parts = [
          "  " + Self.padded(left: start, to: 11),
          Self.padded(left: Decimals.fixed(segment.duration) ?? "-", to: 8),
          Self.padded(left: "\(segment.tags) (\(segment.nielsenTags))", to: 8),
          segment.isComplete ? media : "\(media), incomplete",
          segment.rendition.map(PrintableText.escaping),
          PrintableText.escaping(segment.uri),
        ]
        return pack(
          parts.compactMap { $0 },
          separator: "  ",
          first: "",
          rest: String(repeating: " ", count: 13)
        )
      }
  }
}
