import NielsenTag
import TimedMetadata

struct TagCidAlternation: Rule {
  static let id: RuleID = "tag-cid-alternation"
  static let title = "Content ids alternate"
  static let text = """
    A CID does not change back and forth.

    A source keeps its CID, so alternating CIDs mean two inserters in one stream, or an input that
    switches between two sources. One advertisement between two parts of a programme does not count:
    the first CID must be replaced twice within the limit. A change at a declared discontinuity of
    the playlist does not count either.
    """
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    remedy: "Look for a second inserter, or for a switch that alternates between two inputs.",
    source: "this tool's own rule"
  )

  private struct Change {
    /// The presentation time of the first tag with the new CID, in seconds.
    var time: Double
    /// The media sequence numbers of the segments with the tags before and after the change; nil if unknown.
    var segments: (before: Int, after: Int)?
  }

  /// The current and the previous PC or FD CID of a stream, and its latest changes.
  private struct History {
    var current: ContentID?
    var before: ContentID?
    var segment: Int?
    var changes: [Change] = []

    /// Receives the next CID. Returns the latest three changes if all were between the same two CIDs.
    mutating func alternation(to next: ContentID, of tag: TimedTag, at time: Double) -> [Change]? {
      defer { segment = tag.mediaSequence }
      guard let current, current != next else {
        current = next
        return nil
      }
      var change = Change(time: time)
      if let segment, let number = tag.mediaSequence { change.segments = (segment, number) }
      changes = next == before ? changes.suffix(2) + [change] : [change]
      (before, self.current) = (current, next)
      return changes.count == 3 ? changes : nil
    }
  }

  private struct Histories {
    var pc = History()
    var fd = History()
  }

  /// An alternation that waits for segment reports, since a discontinuity may explain it. A segment
  /// is reported after its tags.
  private struct Pending {
    var message: String
    var place: Place
    var changes: [Change]
    /// The media sequence number of the segment with the last change.
    var segment: Int
  }

  private let limit: Double
  private var streams = PerStream<Histories>()
  private var pending: [Pending] = []
  /// The media sequence numbers of the latest segments with a declared discontinuity, for each rendition.
  private var discontinuities: [String?: [Int]] = [:]

  private static let maximumPending = 1024
  private static let maximumRenditions = 1024
  /// The maximum number of discontinuities that are stored for a rendition. Only recent ones matter.
  private static let maximumDiscontinuities = 256

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let payload = tag.nielsen, let time = tag.tag.time else { return }
    let found = streams.update(tag.stream, from: Histories()) { histories in
      // A null CID names no source, so it is not a change of source.
      let pc = payload.pcCID.flatMap {
        $0.isNull ? nil : histories.pc.alternation(to: $0, of: tag.tag, at: time)
      }
      let fd = payload.fdCID.flatMap {
        $0.isNull ? nil : histories.fd.alternation(to: $0, of: tag.tag, at: time)
      }
      return [("PC", pc), ("FD", fd)]
    }
    for (name, changes) in found ?? [] {
      guard let changes, let first = changes.first, time - first.time <= limit else { continue }
      let message = Self.alternation(of: name, seconds: time - first.time)
      if let segment = tag.tag.mediaSequence, pending.count < Self.maximumPending {
        pending.append(
          Pending(message: message, place: tag.place, changes: changes, segment: segment)
        )
      } else {
        log.add(message, at: tag.place)
      }
    }
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    if segment.isDiscontinuity {
      if discontinuities.count < Self.maximumRenditions
        || discontinuities[segment.rendition] != nil
      {
        let known = discontinuities[segment.rendition, default: []]
        discontinuities[segment.rendition] =
          known.suffix(Self.maximumDiscontinuities - 1) + [segment.mediaSequence]
      }
    }
    settle(&log) {
      $0.place.rendition == segment.rendition && $0.segment <= segment.mediaSequence
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    settle(&log) { _ in true }
    return .assessed
  }

  /// Logs the alternations that `isKnown` selects, unless a discontinuity is declared at one of their changes.
  private mutating func settle(_ log: inout FindingLog, _ isKnown: (Pending) -> Bool) {
    guard !pending.isEmpty else { return }
    for alternation in pending where isKnown(alternation) {
      let declared = discontinuities[alternation.place.rendition] ?? []
      let isDeclared = alternation.changes.contains { change in
        guard let (before, after) = change.segments else { return false }
        // If the media sequence numbers start again, they belong to another presentation.
        return after < before || declared.contains { $0 > before && $0 <= after }
      }
      if !isDeclared { log.add(alternation.message, at: alternation.place) }
    }
    pending.removeAll(where: isKnown)
  }
}

extension TagCidAlternation {
  static func alternation(of name: String, seconds: Double) -> String {
    "\(name) CID changes back and forth, three times in \(Words.seconds(seconds)): "
      + "two inserters, or an input that switches between two sources"
  }
}
