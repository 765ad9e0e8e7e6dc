import NielsenTag
import TimedMetadata

/// Facts about an input after it has been read, which rules need beside its events.
struct InputFacts: Sendable {
  /// The reader's summary.
  var summary: InputSummary
  /// Nielsen tags of both kinds, and others.
  var tags = TagCounts()
  /// The same for each stream with tags, in the order they were met.
  var streams: [StreamFacts] = [] {
    didSet { successions = StreamSuccession.joining(streams) }
  }
  /// The streams with Nielsen tags; those that alternate count as one.
  private(set) var successions: [StreamSuccession] = []
  /// Whether the blob model fits.
  var calibration = BlobCalibration()
  /// Unix seconds that represent now.
  var now: Double = 0
  /// Whether the input was read completely: not a live feed, not limited by the user.
  var isWhole = true
  /// The events that an MPD declares; nil without one.
  var declaredEvents: Set<DeclaredEvent>?
  /// Whether any tag has the audio time stamp before it.
  var hasAudioReference = false
  /// Whether any tag has the PCR before it.
  var hasProgramClock = false
  /// Whether any tag has its time of day.
  var hasWallClock = false
  /// Where checking begins, in presentation seconds, unless a segment says it.
  var begin = 0.0
  /// The program that the user asked for; nil: all.
  var program: Int?
  /// The PID that the user asked for; nil: all.
  var pid: Int?
  /// Where the first segment read of a rendition starts, in presentation seconds.
  var segmentStarts: [String?: Double] = [:]
  /// Whether reading ended before the input did.
  var isBrokenOff = false
  /// Whether reading ended by an error.
  var hasFailed = false
  /// Whether there is a template of the channel.
  var hasTemplate = false
  /// The ad breaks that playlists and SCTE-35 mark.
  var breaks = SignalledBreaks()
  /// Whether anything marks the start or the end of an ad break.
  var hasBreaks = false
  /// The spans that could not be read.
  var unread = UnreadSpans()

  init(summary: InputSummary) { self.summary = summary }

  /// Media that ends by an error earlier, without a tag, shows nothing about tags: 30 s.
  static let shortestBrokenOff = 30.0

  /// Whether nothing of the input was read.
  var isUnseen: Bool { tags == TagCounts() && summary.byteCount == 0 }

  /// Whether nothing can be said of the input: nothing of it was understood, or too little.
  var isUntouched: Bool {
    isUnseen || isBrokenOff && tags == TagCounts() && checkedSeconds < Self.shortestBrokenOff
  }

  var nielsenTags: Int { tags.data + tags.info }
  /// Nielsen tags of the stream that has most of them.
  var mostTags: Int { streams.map { $0.tags.data + $0.tags.info }.max() ?? 0 }
  /// DATA tags of the stream that has most of them.
  var mostDataTags: Int { streams.map(\.tags.data).max() ?? 0 }
  /// INFO tags of the stream that has most of them.
  var mostInfoTags: Int { streams.map(\.tags.info).max() ?? 0 }

  /// Where the content of a stream starts, in presentation seconds: 0, unless a playlist was read from
  /// another place, or checking began later.
  func start(of stream: StreamKey) -> Double { segmentStarts[stream.rendition] ?? begin }

  /// The same of the input as a whole.
  var start: Double { segmentStarts.values.min() ?? begin }

  /// Presentation seconds of the input from there to its end; 0 without a clock.
  var checkedSeconds: Double { max(0, (summary.duration ?? 0) - start) }

  /// Where the content of a stream ends, in presentation seconds: at the limit, when the user set one.
  func end(of stream: StreamKey) -> Double? {
    let end = summary.renditions.first { $0.name == stream.rendition }?.end
    guard let end else { return summary.duration(ofProgram: stream.program) }
    return summary.duration.map { min(end, $0) } ?? end
  }
}

/// Facts about the tags of one stream.
struct StreamFacts: Sendable {
  var key: StreamKey
  var tags = TagCounts()
  /// Presentation seconds of its first Nielsen tag.
  var firstTag: Double?
  /// Presentation seconds of its last Nielsen tag.
  var lastTag: Double?
  /// Presentation seconds of its last DATA tag.
  var lastData: Double?
  /// The longest time between two DATA tags in presentation seconds.
  var longestGap: Double?
  /// The first and last place of its DATA tags.
  var dataExtent: TagExtent?
  /// The first and last place of its INFO tags.
  var infoExtent: TagExtent?
  /// Its Nielsen tags in runs without a pause.
  var runs: [TagRun] = []
}

/// The places of the first and the last of some tags.
struct TagExtent: Sendable, Equatable {
  var first: Place
  var last: Place
  /// Presentation seconds of the first.
  var start: Double
  /// Presentation seconds of the last.
  var end: Double

  /// The extent of a single tag.
  init(_ place: Place, time: Double) {
    (first, last) = (place, place)
    (start, end) = (time, time)
  }

  /// Extends it by a further tag.
  mutating func include(_ place: Place, time: Double) {
    if time < start { (first, start) = (place, time) }
    if time >= end { (last, end) = (place, time) }
  }
}

/// How many tags of which kind.
public struct TagCounts: Sendable, Hashable {
  /// Nielsen DATA tags.
  public var data = 0
  /// Nielsen INFO tags.
  public var info = 0
  /// Tags of others, and what cannot be read.
  public var other = 0

  /// Makes counts.
  public init(data: Int = 0, info: Int = 0, other: Int = 0) {
    self.data = data
    self.info = info
    self.other = other
  }

  mutating func count(_ kind: CheckedTag.Kind) {
    switch kind {
    case .data: data += 1
    case .info: info += 1
    case .other, .unreadable: other += 1
    }
  }
}

extension InputFacts {
  /// The longest time without a DATA tag in a stream with Nielsen tags, in presentation seconds: between
  /// two tags, before the first and after the last. Nil without Nielsen tags.
  var longestGap: Double? { successions.compactMap(longestGap(of:)).max() }

  private func longestGap(of stream: StreamSuccession) -> Double? {
    let start = start(of: stream.key)
    guard let data = stream.dataExtent else {
      return isDataElsewhere(stream.key) ? nil : end(of: stream.key).map { $0 - start }
    }
    var gaps = [stream.longestGap].compactMap(\.self)
    // Without a clock nothing is known of the start and the end.
    guard let end = end(of: stream.key) else { return gaps.max() }
    let rendition = stream.key.rendition
    gaps.append(unread.longestRead(rendition, from: start, to: data.start).seconds)
    gaps.append(unread.longestRead(rendition, from: data.end, to: end).seconds)
    return gaps.max()
  }

  /// Whether another stream of the same rendition and program has DATA tags.
  func isDataElsewhere(_ key: StreamKey) -> Bool {
    streams.contains {
      $0.tags.data > 0 && $0.key.rendition == key.rendition && $0.key.program == key.program
    }
  }
}
