import Conformance
import TimedMetadata

/// The comparison of the renditions of a feed, and what it has found. Times are of the steady clock.
struct AgreementWatch: Sendable {
  /// Where the limit of `hls-rendition-mismatch` is not set, in seconds.
  private static let usualLimit = 0.5

  private let limit: Double
  private var agreement: RenditionAgreement
  /// When the comparison last went on.
  private(set) var compared: Double
  /// The first tag that each rendition lacks and that has not been judged.
  private var missing: [TrackKey: RenditionAgreement.Missing] = [:]

  init(_ settings: WatchSettings, now: Double) {
    limit =
      settings.check.rules[RuleID(rawValue: "hls-rendition-mismatch")]?.values["limit"]
      ?? Self.usualLimit
    agreement = RenditionAgreement(limit: limit)
    compared = now
  }

  /// The feed is opened: its timeline begins again.
  mutating func connect(now: Double) {
    agreement = RenditionAgreement(limit: limit)
    compared = now
    missing = [:]
  }

  /// The feed delivers again: nothing could be compared before.
  mutating func resume(now: Double) { compared = now }

  /// Waits for these renditions before it judges.
  mutating func expect(_ renditions: [RenditionSummary]) {
    agreement.expect(renditions.map(\.name))
  }

  /// Takes a tag of a playlist.
  mutating func receive(_ tag: TimedTag) {
    guard let text = tag.nielsen?.text, let time = tag.time else { return }
    agreement.receive(text, at: time, in: tag.rendition)
  }

  /// Takes a segment that was read, or could not be.
  mutating func receive(_ segment: SegmentReport, now: Double) {
    let before = agreement.compared
    for found in agreement.receive(segment) {
      let key = TrackKey(rendition: found.rendition)
      if missing[key] == nil { missing[key] = found }
    }
    if agreement.compared != before { compared = now }
  }

  /// Segments of a rendition left the playlist before they were read.
  mutating func forget(_ rendition: String?, before time: Double) {
    agreement.forget(rendition, before: time)
  }

  /// The tags that renditions were found to lack since the last time, which are then forgotten.
  mutating func takeMissing() -> [TrackKey: RenditionAgreement.Missing] {
    defer { missing = [:] }
    return missing
  }
}

extension RenditionAgreement.Missing {
  /// The condition of the alarm about it.
  func condition(_ severity: Severity) -> AlarmBoard.Condition {
    AlarmBoard.Condition(
      severity: severity,
      message: "a tag of \(carrier ?? "the playlist") is missing here",
      place: Place(time: time, rendition: rendition),
      count: 1
    )
  }
}
