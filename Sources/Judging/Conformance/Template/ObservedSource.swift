import NielsenTag
import TimedMetadata

/// The CIDs, offsets and null periods of one source in the tags of a channel.
struct ObservedSource: Sendable {
  private struct Seen {
    var cid: ContentID
    /// The start of the broadcast day according to the tags, in Unix seconds; nil if unknown.
    var day: Int64?
    /// The presentation time of the first tag with the CID, in seconds.
    var time: Double?
  }

  private var seen: [Seen] = []
  private var runs = TagRuns()
  private var longestNull = 0.0
  private var offsets: ClosedRange<Int64>?
  private var index: [ContentID: Int] = [:]

  private static let maximumCount = 4096
  private static let day: Int64 = 86_400
  /// The time between two possible starts of a day, in seconds: time zones differ by quarters of an hour.
  private static let zoneStep: Int64 = 900
  /// The maximum difference, in seconds, between the start of a day computed from a tag and the
  /// nearest quarter of an hour.
  private static let longestLag: Int64 = 120
  /// The length of a run of null CIDs, in seconds, is rounded up to a multiple of this number.
  private static let nullStep = 10.0

  mutating func begin() { runs = TagRuns() }

  /// Receives a DATA tag. Returns true if the source's CID in the tag is readable and not null.
  mutating func receive(_ tag: CheckedTag, _ source: TaggedSource) -> Bool {
    guard let payload = tag.nielsen, let cid = source.cid(payload) else { return false }
    if let time = tag.tag.time,
      let run = runs.receive(tag, at: time, isAlike: cid.isNull)
    {
      longestNull = max(longestNull, run.seconds)
    }
    guard !cid.isNull else { return false }
    let offset = source.offset(payload).map(Int64.init)
    if let offset {
      offsets = min(offsets?.lowerBound ?? offset, offset)...max(offsets?.upperBound ?? 0, offset)
    }
    guard index[cid] == nil, seen.count < Self.maximumCount else { return true }
    index[cid] = seen.count
    let day = tag.dateOfCIDs.flatMap { date in offset.flatMap { Self.day(of: date, offset: $0) } }
    seen.append(Seen(cid: cid, day: day, time: tag.tag.time))
    return true
  }

  mutating func end() {
    for run in runs.open { longestNull = max(longestNull, run.seconds) }
  }

  /// Returns the start of the broadcast day of a tag, rounded to a quarter of an hour; nil if the start is not
  /// plausible, or not near a quarter of an hour.
  private static func day(of date: Int64, offset: Int64) -> Int64? {
    let (start, hasOverflown) = date.subtractingReportingOverflow(offset)
    guard !hasOverflown, start > 0, start < Int64.max - zoneStep else { return nil }
    let rounded = (start + zoneStep / 2) / zoneStep * zoneStep
    return abs(start - rounded) <= longestLag ? rounded : nil
  }

  func values(
    _ source: TaggedSource,
    acceptsSeveral: Bool
  ) throws(TemplateRefusal) -> ChannelTemplate.Source {
    var values = ChannelTemplate.Source()
    values.isExpected = !seen.isEmpty
    guard !seen.isEmpty else { return values }
    if !acceptsSeveral { try refuseSeveral(source) }
    values.cids = seen.map { one in
      ChannelTemplate.DatedCID(cid: one.cid, from: one.day, to: one.day.map { $0 + Self.day })
    }
    if longestNull > SourcePresence.limit.value {
      values.nullSeconds = (longestNull / Self.nullStep).rounded(.up) * Self.nullStep
    }
    let sane = NielsenPayload.saneOffsets
    let range = Int64(sane.lowerBound)...Int64(sane.upperBound)
    if let offsets, range.contains(offsets.upperBound) { values.offset = range }
    return values
  }

  /// Throws if a source has several CIDs in one broadcast day, or on unknown days.
  private func refuseSeveral(_ source: TaggedSource) throws(TemplateRefusal) {
    for (number, one) in seen.enumerated() {
      let other = seen[..<number].first { other in
        other.day == nil || one.day == nil || other.day == one.day
      }
      guard let other else { continue }
      throw .severalCIDs(source, first: other.cid, second: one.cid, time: one.time)
    }
  }
}
