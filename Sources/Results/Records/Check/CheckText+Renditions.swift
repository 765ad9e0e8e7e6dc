import Conformance
import Formats

extension CheckText {
  /// More renditions than this are not named.
  private static let maximumRenditions = 3

  private var streams: [StreamRecord] { report.streams.map(StreamRecord.init) }

  /// The tags that a viewer gets. The same tags come in each rendition and are not summed up.
  var tagCounts: [String] {
    let tags = ViewerTags(streams, viewer: report.tags)
    let parts = [tags.data, tags.info].map { ViewerTags.words($0) { "\($0)" } }
    let other = "\(report.tags.other) other"
    if tags.renditions > 1 {
      return [
        "\(parts[0]) DATA", "\(parts[1]) INFO in each of \(tags.renditions) renditions", other,
      ]
    }
    let copies = report.copies
    let place = report.streams.contains { $0.rendition != nil } ? "renditions" : "programs"
    let more = "\(copies.data) DATA and \(copies.info) INFO more in other \(place)"
    return ["\(parts[0]) DATA", "\(parts[1]) INFO", other]
      + (copies.data + copies.info > 0 ? [more] : [])
  }

  /// Which renditions carry Nielsen tags, where others of the input carry none.
  var tagRenditionLine: [String] {
    let carrying = streams.carrying.renditions
    guard !carrying.isEmpty, carrying.count < streams.renditions.count else { return [] }
    return wrap("tags \(share(carrying))", first: "  · ", rest: "    ")
  }

  /// How many findings a cause has beside the one that is shown, and in which renditions; nil for the only one of an
  /// input without renditions.
  func like(_ cause: FindingCause) -> String? {
    var seen: Set<String> = []
    let places = cause.findings.compactMap(\.place.rendition).filter { seen.insert($0).inserted }
    var parts: [String] = []
    if cause.count > max(1, places.count) { parts.append("\(cause.count) like this") }
    if streams.renditions.count > 1, !places.isEmpty { parts.append(share(places)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `in 2 of 4 renditions: audio/Audio, video/320x180`.
  private func share(_ names: [String]) -> String {
    let all = streams.renditions.count
    guard names.count < all else { return "in all \(names.count) renditions" }
    let shown = names.prefix(Self.maximumRenditions).map(PrintableText.escaping)
    let rest = names.count - shown.count
    return "in \(names.count) of \(all) renditions: "
      + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
