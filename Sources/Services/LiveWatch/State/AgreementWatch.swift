import Conformance
import TimedMetadata

/// The comparison of the renditions of a feed, and its findings. Times are on the steady clock.
struct AgreementWatch: Sendable {
  /// The default limit of `hls-rendition-mismatch`, in seconds.
  private static let usualLimit = 0.5

  private let limit: Double
  private var agreement: RenditionAgreement
  /// When the comparison last advanced.
  private(set) var compared: Double
  /// The first missing tag of each rendition that `takeMissing` has not returned yet.
  private var missing: [TrackKey: RenditionAgreement.Missing] = [:]

  init(_ settings: WatchSettings, now: Double) {
    limit =
      settings.check.rules["hls-rendition-mismatch"]?.values["limit"]
      ?? Self.usualLimit
    agreement = RenditionAgreement(limit: limit)
    compared = now
  }

  /// Starts a new comparison, because the feed was opened and its timeline restarts.
  mutating func connect(now: Double) {
    agreement = RenditionAgreement(limit: limit)
    compared = now
    missing = [:]
  }

  /// Records that nothing could be compared until now, when the feed delivers again.
  mutating func resume(now: Double) { compared = now }

  mutating func expect(_ renditions: [RenditionSummary]) {
    agreement.expect(renditions.map(\.name))
  }

  mutating func receive(_ tag: TimedTag) {
    guard let text = tag.nielsen?.text, let time = tag.time else { return }
    agreement.receive(text, at: time, in: tag.rendition)
  }

  mutating func receive(_ segment: SegmentReport, now: Double) {
    let before = agreement.compared
    for found in agreement.receive(segment) {
      let key = TrackKey(rendition: found.rendition)
      if missing[key] == nil { missing[key] = found }
    }
    if agreement.compared != before { compared = now }
  }

  mutating func forget(_ rendition: String?, before time: Double) {
    agreement.forget(rendition, before: time)
  }

  /// Returns the first missing tag of each rendition since the last call, and forgets these tags.
  mutating func takeMissing() -> [TrackKey: RenditionAgreement.Missing] {
    defer { missing = [:] }
    return missing
  }
}

extension RenditionAgreement.Missing {
  /// The condition of `rendition-disagreement` for the missing tag.
  func condition(_ severity: Severity) -> AlarmBoard.Condition {
    AlarmBoard.Condition(
      severity: severity,
      message: "a tag that \(carrier ?? "the playlist") carries is missing",
      place: Place(time: time, rendition: rendition),
      count: 1
    )
  }
}
