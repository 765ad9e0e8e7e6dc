import TimedMetadata

/// The ad breaks that playlists, SCTE-35 and Yospace tags signal. Messages about missing tags name them.
struct AdBreakNames: Sendable {
  private struct Break {
    var start: Double
    /// The end in presentation seconds; nil while it is unknown.
    var end: Double?
    /// Whether the break consists of individually marked ads (Yospace).
    var isOfAds = false
    var id: String?
  }

  private var breaks: [Break] = []

  /// The maximum number of breaks that are stored. Messages do not name further ones.
  private static let maximumCount = 4096
  /// The maximum time, in seconds, between two markers that count as simultaneous.
  private static let closeness = 1.0

  mutating func receive(_ marker: TimelineMarker) {
    guard let time = marker.effectiveTime, time.isFinite, let isOut = marker.isOut
    else { return }
    let isOfAds = marker.kind == .yospace
    guard isOut else {
      guard let open = breaks.lastIndex(where: { $0.start < time && $0.isOfAds == isOfAds })
      else { return }
      // The actual end of a date range replaces its planned end.
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

  /// Describes the first break that overlaps a period, in presentation seconds; nil if no break overlaps the period.
  func name(from start: Double, to end: Double) -> String? {
    let found = breaks.first { $0.start < end && $0.end ?? .infinity > start }
    return found.map { found in
      "ad break from \(Words.seconds(found.start))"
        + (found.end.map { " to \(Words.seconds($0))" } ?? "")
    }
  }
}

extension CheckReport {
  /// Appends the name of an ad break to the message of each `cadence-gap` finding, if the break overlaps the 19 s after
  /// the finding (the default limit of the rule).
  static func withBreaks(_ findings: [Finding], _ breaks: AdBreakNames) -> [Finding] {
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
