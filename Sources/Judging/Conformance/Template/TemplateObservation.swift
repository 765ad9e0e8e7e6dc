import Formats
import NielsenTag
import TimedMetadata

/// Makes a template from about an hour of a channel. It receives the reader's events for one stream of the channel, or
/// for several streams one after the other.
package struct TemplateObservation: Sendable {
  private var sources: [TaggedSource: ObservedSource] = [:]
  private var breakouts: Set<String> = []
  private var owners: Set<String> = []
  private var calibration = BlobCalibration()
  private var renditions: [RenditionSummary] = []
  private var spacing = ObservedSpacing()
  /// The number of tags that a viewer receives in all streams that have ended.
  private var endedTags = TagCounts()
  private var parts = PerStream<TagCounts>()
  private var (seconds, streams) = (0.0, 0)
  private var streamTags = 0
  private var uncovered = UncoveredTime(nil)
  private var facts = InputFacts(summary: InputSummary(duration: nil, streams: [], byteCount: 0))
  private var uncoveredMinutes: [Double] = []

  /// The maximum number of owners that a template lists. If there are more, it lists none.
  private static let maximumOwners = 32
  private static let longestOwner = 200

  package init() {
    for source in TaggedSource.allCases { sources[source] = ObservedSource() }
  }

  /// Starts the next stream. `start` is the presentation time, in seconds, from which it is read.
  package mutating func begin(start: Double) {
    facts = InputFacts(summary: InputSummary(duration: nil, streams: [], byteCount: 0))
    facts.begin = start
    uncovered = UncoveredTime(nil)
    spacing.begin()
    streamTags = 0
    endedTags = tags
    parts = PerStream()
    for source in TaggedSource.allCases { sources[source]?.begin() }
  }

  package mutating func receive(_ event: TimedMetadataEvent) {
    switch event {
    case .tag(let tag): receive(tag)
    case .note(let note): facts.unread.receive(note)
    case .segment(let segment):
      if let start = segment.start, facts.segmentStarts[segment.rendition] == nil,
        facts.segmentStarts.count < PerStream<Int>.maximumCount
      {
        facts.segmentStarts[segment.rendition] = start
      }
    case .marker: break
    case .end(let summary): end(summary)
    }
  }

  private mutating func receive(_ tag: TimedTag) {
    if let payload = tag.nielsen { calibration.observe(payload) }
    let checked = CheckedTag(tag, calibration: calibration, unread: facts.unread)
    _ = parts.update(checked.stream, from: TagCounts()) { $0.count(checked.kind) }
    for frame in tag.tag?.privateFrames ?? [] where owners.count <= Self.maximumOwners {
      let prefix = NielsenPayload.ownerPrefix
      let owner = frame.owner.hasPrefix(prefix) ? prefix : frame.owner
      owners.insert(String(owner.unicodeScalars.prefix(Self.longestOwner)))
    }
    guard let payload = checked.nielsen else { return }
    streamTags += 1
    if let breakout = payload.breakout { breakouts.insert(breakout) }
    spacing.receive(checked)
    guard checked.kind == .data else { return }
    var isNamed = false
    for source in TaggedSource.allCases {
      if sources[source]?.receive(checked, source) == true { isNamed = true }
    }
    if isNamed { uncovered.receive(checked) }
  }

  private mutating func end(_ summary: InputSummary) {
    facts.summary = summary
    streams += 1
    seconds += facts.checkedSeconds
    for source in TaggedSource.allCases { sources[source]?.end() }
    for rendition in summary.renditions where rendition.role != .other {
      if let index = renditions.firstIndex(where: { $0.name == rendition.name }) {
        renditions[index].nielsenTags += rendition.nielsenTags
      } else if renditions.count < PerStream<Int>.maximumCount {
        renditions.append(rendition)
      }
    }
    if facts.checkedSeconds >= ExpectAdLoad.shortestContent,
      let minutes = uncovered.minutesPerHour(facts)?.minutes
    {
      uncoveredMinutes.append(minutes)
    }
  }

  /// The number of tags that a viewer receives in all streams so far.
  private var tags: TagCounts {
    var tags = endedTags
    tags += TagCounts(ofViewer: parts.all.map { ($0.key.rendition, $0.key.program, $0.value) })
    return tags
  }

  package var hasTags: Bool { streamTags > 0 }

  /// Makes a template from the events so far.
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - acceptsSeveral: Whether a source may have several CIDs in one broadcast day.
  /// - Returns: The template.
  /// - Throws: ``TemplateRefusal`` if no template can be made.
  package func template(
    channel: String,
    acceptsSeveral: Bool = false
  ) throws(TemplateRefusal) -> ChannelTemplate {
    let tags = tags
    guard tags.data > 0 else {
      throw tags.info > 0 ? .noDataTags(tags.info) : .noTags(others: tags.other)
    }
    var template = ChannelTemplate(channel: channel)
    template.note =
      "Written by 'id3tap expect' from \(Decimals.counted(tags.data, "DATA tag")) and "
      + "\(Decimals.counted(tags.info, "INFO tag")) in \(Words.seconds(seconds))"
      + (streams > 1 ? " of \(streams) streams" : "")
      + ". Fields that are removed are not compared."
    for source in TaggedSource.allCases {
      guard let observed = sources[source] else { continue }
      let values = try observed.values(source, acceptsSeveral: acceptsSeveral)
      switch source {
      case .pc: template.pc = values
      case .fd: template.fd = values
      }
    }
    guard template.pc.isExpected == true || template.fd.isExpected == true else {
      throw .noSource(tags.data)
    }
    template.breakouts = breakouts.sorted()
    if owners.count <= Self.maximumOwners { template.owners = owners.sorted() }
    template.renditions = taggedRenditions
    template.cadence = spacing.cadence
    // The ad load is known only if DATA tags come at the usual interval.
    if template.cadence.data == nil, let least = uncoveredMinutes.min(),
      let most = uncoveredMinutes.max()
    {
      template.adLoad = max(0, least.rounded(.down) - 2)...min(60, most.rounded(.up) + 2)
    }
    return template
  }

  /// The renditions that carry tags, as `all`, `video` or `audio` if one of these fits.
  private var taggedRenditions: ChannelTemplate.TaggedRenditions? {
    let tagged = renditions.filter { $0.nielsenTags > 0 }
    guard renditions.count > 1, !tagged.isEmpty else { return nil }
    for words in [ChannelTemplate.TaggedRenditions.all, .video, .audio] {
      let meant = renditions.filter(words.includes)
      if meant == tagged { return words }
    }
    let names = tagged.compactMap(\.name)
    return names.isEmpty ? nil : .named(names)
  }
}

/// The reason why no template can be made from a stream. The message does not name the input.
package enum TemplateRefusal: Error, Equatable, CustomStringConvertible {
  /// The stream has no Nielsen tag; the value is the number of other tags.
  case noTags(others: Int)
  /// All Nielsen tags are INFO tags; the value is the number of INFO tags.
  case noDataTags(Int)
  /// All DATA tags have null CIDs; the value is the number of DATA tags.
  case noSource(Int)
  /// A source has several CIDs in one broadcast day, or on unknown days. `time` is the second CID's presentation time.
  case severalCIDs(TaggedSource, first: ContentID, second: ContentID, time: Double?)

  package var description: String {
    switch self {
    case .noTags(let others):
      "no Nielsen tag"
        + (others > 0 ? " (\(Decimals.counted(others, "other ID3 tag")))" : "")
        + ": name a stream with tags; 'id3tap check' lists its contents"
    case .noDataTags(let count):
      "no DATA tag, only \(Decimals.counted(count, "INFO tag")): read more of the stream"
    case .noSource(let count):
      "\(Decimals.counted(count, "DATA tag")) with null CIDs only: choose an hour in which the audio carries "
        + "a watermark"
    case .severalCIDs(let source, let first, let second, let time):
      "the \(source.name) CID changes from \(first) to \(second)"
        + (time.map { " at \(Words.time($0))" } ?? "")
        + ": use --from and --limit-seconds to choose a part with one CID, or accept all CIDs with "
        + "--several-cids"
    }
  }
}

/// The intervals between the tags of a channel.
struct ObservedSpacing: Sendable {
  private enum Kind: CaseIterable { case data, info }

  private var last: [Kind: PerStream<Double>] = [:]
  /// The number of occurrences of each interval; the keys are whole seconds.
  private var counts: [Kind: [Int: Int]] = [:]

  private static let maximumCount = 1024
  /// The most frequent interval is reported only if it has at least this share of all intervals.
  private static let share = 0.8
  /// The minimum number of intervals from which a usual interval is inferred.
  private static let minimumCount: [Kind: Int] = [.data: 5, .info: 2]

  mutating func begin() { last = [:] }

  mutating func receive(_ tag: CheckedTag) {
    guard let time = tag.tag.time, time.isFinite else { return }
    let kind = tag.kind == .info ? Kind.info : .data
    let before = last[kind, default: PerStream<Double>()].update(tag.stream, from: time) { last in
      defer { last = time }
      return last
    }
    guard let before, time > before, let seconds = Int(exactly: (time - before).rounded()) else {
      return
    }
    var counts = counts[kind] ?? [:]
    if counts[seconds] != nil || counts.count < Self.maximumCount {
      counts[seconds, default: 0] += 1
    }
    self.counts[kind] = counts
  }

  /// The intervals that differ from the usual ones.
  var cadence: ChannelTemplate.Cadence {
    var cadence = ChannelTemplate.Cadence()
    cadence.data = usual(.data, but: NominalCadence.data)
    cadence.info = usual(.info, but: NominalCadence.info)
    return cadence
  }

  private func usual(_ kind: Kind, but nominal: Double) -> Double? {
    let counts = counts[kind] ?? [:]
    let all = counts.values.reduce(0, +)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let most, all >= Self.minimumCount[kind] ?? 0, most.key > 0,
      Double(most.value) >= Double(all) * Self.share, abs(Double(most.key) - nominal) > 1
    else { return nil }
    return Double(most.key)
  }
}
