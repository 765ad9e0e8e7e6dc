import Conformance
import TimedMetadata

/// The comparison of the renditions of a feed, and its findings. Times are of the steady clock.
struct AgreementWatch: Sendable {
  /// The default limit of `hls-rendition-mismatch`, in seconds.
  private static let usualLimit = 0.5

  private let limit: Double
  private var agreement: RenditionAgreement
  /// When the comparison last advanced.
  private(set) var compared: Double
  /// The first tag that each rendition lacks and that has not been judged.
  private var missing: [TrackKey: RenditionAgreement.Missing] = [:]

  init(_ settings: WatchSettings, now: Double) {
    limit =
      settings.check.rules["hls-rendition-mismatch"]?.values["limit"]
      ?? Self.usualLimit
    agreement = RenditionAgreement(limit: limit)
    compared = now
  }

  /// Starts a new comparison: the feed is opened, and its timeline restarts.
  mutating func connect(now: Double) {
    agreement = RenditionAgreement(limit: limit)
    compared = now
    missing = [:]
  }

  /// The feed delivers again: nothing could be compared until now.
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

  /// Takes a segment that was read, or could not be read.
  mutating func receive(_ segment: SegmentReport, now: Double) {
    let before = agreement.compared
    for found in agreement.receive(segment) {
      let key = TrackKey(rendition: found.rendition)
      if missing[key] == nil { missing[key] = found }
    }
    if agreement.compared != before { compared = now }
  }

  /// Excludes segments of a rendition that left the playlist before they were read.
  mutating func forget(_ rendition: String?, before time: Double) {
    agreement.forget(rendition, before: time)
  }

  /// Takes the missing tags that were found since the last call.
  mutating func takeMissing() -> [TrackKey: RenditionAgreement.Missing] {
    defer { missing = [:] }
    return missing
  }
}

extension RenditionAgreement.Missing {
  /// The condition of its alarm.
  func condition(_ severity: Severity) -> AlarmBoard.Condition {
    AlarmBoard.Condition(
      severity: severity,
      message: "a tag of \(carrier ?? "the playlist") is missing here",
      place: Place(time: time, rendition: rendition),
      count: 1
    )
  }
}
