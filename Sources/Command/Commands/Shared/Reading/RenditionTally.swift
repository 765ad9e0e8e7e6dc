import TimedMetadata

/// Says of a playlist's presentation where its Nielsen tags are, and what could not be read.
struct RenditionTally {
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

  /// The segments that could not be read or are not there, and what to do; nil when all could.
  var losses: String? {
    let missing = words(for: \.segmentsMissing).map { "\($0) could not be read whole" }
    let gaps = words(for: \.segmentsInGaps).map { "\($0) are gaps (EXT-X-GAP)" }
    let all = [missing, gaps].compactMap { $0 }
    guard !all.isEmpty else { return nil }
    return "\(all.joined(separator: "; ")), tags may be missing: see each with --verbose"
  }

  /// Such as `1 of 3 segments of audio`; nil when there is none of the kind.
  private func words(for count: (RenditionSummary) -> Int) -> String? {
    let lossy = renditions.filter { count($0) > 0 }
    let places = lossy.map { rendition in
      let all = rendition.segmentsRead + rendition.segmentsMissing + rendition.segmentsInGaps
      return "\(count(rendition)) of \(all) segments\(rendition.name.map { " of \($0)" } ?? "")"
    }
    return places.isEmpty ? nil : places.joined(separator: ", ")
  }

  private static func name(_ rendition: RenditionSummary) -> String {
    rendition.name ?? rendition.uri
  }
}
