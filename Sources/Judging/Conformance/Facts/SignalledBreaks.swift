import TimedMetadata

/// The ad breaks that playlists and SCTE-35 mark: a finding about missing tags names its break.
struct SignalledBreaks: Sendable {
  private struct Break {
    var start: Double
    /// Nil while it is not known.
    var end: Double?
    /// Whether it consists of ads that are marked one by one.
    var isOfAds = false
    /// The identifier in its first mark.
    var id: String?
  }

  /// In the order in which they were marked.
  private var breaks: [Break] = []

  /// The most breaks that are kept; further ones are not named.
  private static let maximumCount = 4096
  /// Marks of several renditions, or of several kinds, that are this close are one: 1 s.
  private static let closeness = 1.0

  /// Takes the next mark.
  mutating func receive(_ marker: TimelineMarker) {
    guard let time = marker.effectiveTime, time.isFinite, let isOut = marker.isOut
    else { return }
    let isOfAds = marker.kind == .yospace
    guard isOut else {
      guard let open = breaks.lastIndex(where: { $0.start < time && $0.isOfAds == isOfAds })
      else { return }
      // The end of a date range holds in the place of its planned one.
      let isOwn =
        marker.kind == .dateRange && marker.id != nil && marker.id == breaks[open].id
      breaks[open].end = isOwn ? time : min(breaks[open].end ?? time, time)
      return
    }
    let end = marker.duration.map { time + $0 }
    if let known = breaks.lastIndex(where: { abs($0.start - time) <= Self.closeness }) {
      breaks[known].end = breaks[known].end ?? end
      breaks[known].isOfAds = breaks[known].isOfAds && isOfAds
    } else if isOfAds,
      let before = breaks.lastIndex(where: {
        $0.isOfAds && abs(($0.end ?? time) - time) <= Self.closeness
      })
    {
      breaks[before].end = nil
    } else if breaks.count < Self.maximumCount {
      breaks.append(Break(start: time, end: end, isOfAds: isOfAds, id: marker.id))
    }
  }

  /// Words for the first break between two times; nil without one.
  func name(from start: Double, to end: Double) -> String? {
    let found = breaks.first { $0.start < end && $0.end ?? .infinity > start }
    return found.map { found in
      "ad break from \(Words.seconds(found.start))"
        + (found.end.map { " to \(Words.seconds($0))" } ?? "")
    }
  }
}

extension CheckReport {
  /// Findings of `cadence-gap` with the name of the ad break that holds the gap: the break begins within
  /// the limit, after which the gap was found, or has begun before.
  static func withBreaks(_ findings: [Finding], _ breaks: SignalledBreaks) -> [Finding] {
    findings.map { finding in
      guard finding.rule == CadenceGap.id, let time = finding.place.time,
        let name = breaks.name(from: time, to: time + CadenceGap.limit.value)
      else { return finding }
      var named = finding
      named.message += "; \(name)"
      return named
    }
  }
}
