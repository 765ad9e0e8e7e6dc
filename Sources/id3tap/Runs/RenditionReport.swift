import TimedMetadata

/// Says of a playlist's presentation where its Nielsen tags are, and what could not be read.
struct RenditionReport {
  let renditions: [RenditionSummary]

  /// Where the tags are and where not; nil where there is nothing to compare.
  var presence: String? {
    guard renditions.count > 1 else { return nil }
    let with = renditions.filter { $0.nielsenTags > 0 }
    let without = renditions.filter { $0.nielsenTags == 0 }
    guard !with.isEmpty else { return nil }
    let places = with.map { "\(Self.name($0)) (\($0.nielsenTags))" }.joined(separator: ", ")
    let others =
      without.isEmpty ? "" : "; none in \(without.map(Self.name).joined(separator: ", "))"
    return "Nielsen tags in \(places)\(others)"
  }

  /// The segments that could not be read, and what to do; nil when all could.
  var losses: String? {
    let lossy = renditions.filter { $0.segmentsMissing > 0 }
    guard !lossy.isEmpty else { return nil }
    let places = lossy.map { rendition in
      let all = rendition.segmentsRead + rendition.segmentsMissing
      let place = rendition.name.map { " of \($0)" } ?? ""
      return "\(rendition.segmentsMissing) of \(all) segments\(place)"
    }
    return "\(places.joined(separator: ", ")) could not be read whole, tags may be missing: "
      + "see why with --verbose"
  }

  private static func name(_ rendition: RenditionSummary) -> String {
    rendition.name ?? rendition.uri
  }
}
