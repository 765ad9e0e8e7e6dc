import Conformance
import Formats

extension CheckText {
  /// More renditions than this are not named.
  private static let maximumRenditions = 3

  /// The renditions of the input, each once.
  private var renditions: [String] { Self.distinct(report.streams.map(\.rendition)) }

  /// Which renditions carry Nielsen tags, where others of the input carry none.
  var tagRenditionLine: [String] {
    let carrying = Self.distinct(
      report.streams.filter { $0.tags.data + $0.tags.info > 0 }.map(\.rendition)
    )
    guard !carrying.isEmpty, carrying.count < renditions.count else { return [] }
    return wrap("tags \(share(carrying))", first: "  · ", rest: "    ")
  }

  /// How many findings a cause has beside the one that is shown, and in which renditions; nil for the only one of an
  /// input without renditions.
  func like(_ cause: FindingCause) -> String? {
    let places = Self.distinct(cause.findings.map(\.place.rendition))
    var parts: [String] = []
    if cause.count > max(1, places.count) { parts.append("\(cause.count) like this") }
    if renditions.count > 1, !places.isEmpty { parts.append(share(places)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// `in 2 of 4 renditions: audio/Audio, video/320x180`.
  private func share(_ names: [String]) -> String {
    guard names.count < renditions.count else { return "in all \(names.count) renditions" }
    let shown = names.prefix(Self.maximumRenditions).map(PrintableText.escaping)
    let rest = names.count - shown.count
    return "in \(names.count) of \(renditions.count) renditions: "
      + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func distinct(_ names: [String?]) -> [String] {
    var seen: Set<String> = []
    return names.compactMap { $0 }.filter { seen.insert($0).inserted }
  }
}
