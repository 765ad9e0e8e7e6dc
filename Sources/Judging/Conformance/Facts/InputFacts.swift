import NielsenTag
import TimedMetadata

/// The summary of an input, and values that the checker collected from its events.
struct InputFacts: Sendable {
  var summary: InputSummary
  var tags = TagCounts()
  /// The facts of each stream with tags, in the order in which the streams appeared.
  var streams: [StreamFacts] = [] {
    didSet { successions = StreamSuccession.joining(streams) }
  }
  /// The streams with Nielsen tags. Streams that alternate count as one.
  private(set) var successions: [StreamSuccession] = []
  /// Determines whether the Nielsen tags follow the blob model.
  var calibration = BlobCalibration()
  /// The current time in Unix seconds.
  var now: Double = 0
  /// Whether the input was read completely: it is not live, the user set no limit, and reading did not stop early.
  var isWhole = true
  /// The events that the MPD declares; nil if no MPD is known.
  var declaredEvents: Set<DeclaredEvent>?
  /// Whether any tag has a preceding audio time stamp.
  var hasAudioReference = false
  /// Whether any tag has a preceding PCR.
  var hasProgramClock = false
  var hasWallClock = false
  /// The start of the checked part, in presentation seconds, for renditions without segment times.
  var begin = 0.0
  /// The program that the user selected; nil for all programs.
  var program: Int?
  /// The PID that the user selected; nil for all PIDs.
  var pid: Int?
  /// The start of the first segment that was read in each rendition, in presentation seconds.
  var segmentStarts: [String?: Double] = [:]
  /// Whether reading stopped before the end of the input.
  var isBrokenOff = false
  var hasFailed = false
  var hasTemplate = false
  var breaks = AdBreakNames()
  var hasBreaks = false
  var unread = UnreadSpans()

  init(summary: InputSummary) { self.summary = summary }

  /// The seconds that must have been read before a rendition, an owner or a partly read input counts as without tags.
  static let shortestBrokenOff = 30.0

  /// Whether nothing was read: no tag and no byte.
  var isUnseen: Bool { tags == TagCounts() && summary.byteCount == 0 }

  /// Whether too little was read to judge the input.
  var isUntouched: Bool {
    isUnseen || isBrokenOff && tags == TagCounts() && checkedSeconds < Self.shortestBrokenOff
  }

  var nielsenTags: Int { tags.data + tags.info }
  var mostTags: Int { streams.map { $0.tags.data + $0.tags.info }.max() ?? 0 }
  var mostDataTags: Int { streams.map(\.tags.data).max() ?? 0 }
  var mostInfoTags: Int { streams.map(\.tags.info).max() ?? 0 }

  /// Returns the start of a stream in presentation seconds. It is 0 unless reading or checking began later.
  func start(of stream: StreamKey) -> Double { segmentStarts[stream.rendition] ?? begin }

  /// The start of the input in presentation seconds: the earliest start of a rendition.
  var start: Double { segmentStarts.values.min() ?? begin }

  /// The number of seconds from `start` to the end of the input; 0 if the duration is unknown.
  var checkedSeconds: Double { max(0, (summary.duration ?? 0) - start) }

  /// Returns the presentation time, in seconds, at which a stream ends, or the end of the input if it is earlier. Nil
  /// if both are unknown.
  func end(of stream: StreamKey) -> Double? {
    let end = summary.renditions.first { $0.name == stream.rendition }?.end
    guard let end else { return summary.duration(ofProgram: stream.program) }
    return summary.duration.map { min(end, $0) } ?? end
  }
}

struct StreamFacts: Sendable {
  var key: StreamKey
  var tags = TagCounts()
  /// The presentation time of the first Nielsen tag, in seconds.
  var firstTag: Double?
  /// The presentation time of the last Nielsen tag, in seconds.
  var lastTag: Double?
  /// The presentation time of the last DATA tag, in seconds.
  var lastData: Double?
  /// The longest time between two consecutive DATA tags, in seconds.
  var longestGap: Double?
  var dataExtent: TagExtent?
  var infoExtent: TagExtent?
  var runs: [TagRun] = []
}

/// The places and times of the first and the last tag of a group.
struct TagExtent: Sendable, Equatable {
  var first: Place
  var last: Place
  /// The presentation time of the first tag, in seconds.
  var start: Double
  /// The presentation time of the last tag, in seconds.
  var end: Double

  init(_ place: Place, time: Double) {
    (first, last) = (place, place)
    (start, end) = (time, time)
  }

  mutating func include(_ place: Place, time: Double) {
    if time < start { (first, start) = (place, time) }
    if time >= end { (last, end) = (place, time) }
  }
}

/// The number of tags of each kind.
public struct TagCounts: Sendable, Hashable {
  /// The number of Nielsen DATA tags.
  public var data = 0
  /// The number of Nielsen INFO tags.
  public var info = 0
  /// The number of non-Nielsen tags and unreadable tags.
  public var other = 0

  /// Creates counts of tags.
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
  /// The longest time without a DATA tag in a stream with Nielsen tags, in seconds. Nil if unknown, or if there are no
  /// Nielsen tags.
  var longestGap: Double? { successions.compactMap(longestGap(of:)).max() }

  private func longestGap(of stream: StreamSuccession) -> Double? {
    let start = start(of: stream.key)
    guard let data = stream.dataExtent else {
      return isDataElsewhere(stream.key) ? nil : end(of: stream.key).map { $0 - start }
    }
    var gaps = [stream.longestGap].compactMap(\.self)
    // Without a clock, the time before the first and after the last tag is unknown.
    guard let end = end(of: stream.key) else { return gaps.max() }
    let rendition = stream.key.rendition
    gaps.append(unread.longestRead(rendition, from: start, to: data.start).seconds)
    gaps.append(unread.longestRead(rendition, from: data.end, to: end).seconds)
    return gaps.max()
  }

  /// Whether a stream of the same rendition and program has DATA tags.
  func isDataElsewhere(_ key: StreamKey) -> Bool {
    streams.contains {
      $0.tags.data > 0 && $0.key.rendition == key.rendition && $0.key.program == key.program
    }
  }
}
