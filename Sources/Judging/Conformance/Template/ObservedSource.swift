import NielsenTag
import TimedMetadata

/// The observed values of one source in the tags of a channel.
struct ObservedSource: Sendable {
  /// A CID and the broadcast day in which it was seen.
  private struct Seen {
    var cid: ContentID
    /// When the day began by the tags, in Unix seconds; nil where they do not say it.
    var day: Int64?
    /// Where it was met first.
    var time: Double?
  }

  private var seen: [Seen] = []
  private var runs = TagRuns()
  private var longestNull = 0.0
  private var offsets: ClosedRange<Int64>?
  private var index: [ContentID: Int] = [:]

  /// More CIDs than this are not those of a channel.
  private static let maximumCount = 4096
  private static let day: Int64 = 86_400
  /// Zones differ by quarters of an hour: days begin at a multiple of that.
  private static let zoneStep: Int64 = 900
  /// An offset further than this from the tags' own clock is not the beginning of a day, in seconds.
  private static let longestLag: Int64 = 120
  /// Lengths of silence are rounded up to a multiple of this.
  private static let nullStep = 10.0

  /// Begins a further stream.
  mutating func begin() { runs = TagRuns() }

  /// Takes a DATA tag. Gives whether it names the source.
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

  /// Ends a stream.
  mutating func end() {
    for run in runs.open { longestNull = max(longestNull, run.seconds) }
  }

  /// When the broadcast day began in which a tag was made: a multiple of a quarter of an hour.
  private static func day(of date: Int64, offset: Int64) -> Int64? {
    let (start, hasOverflown) = date.subtractingReportingOverflow(offset)
    guard !hasOverflown, start > 0, start < Int64.max - zoneStep else { return nil }
    let rounded = (start + zoneStep / 2) / zoneStep * zoneStep
    return abs(start - rounded) <= longestLag ? rounded : nil
  }

  /// The template's values for the source.
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

  /// A source keeps its CID for a broadcast day.
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
