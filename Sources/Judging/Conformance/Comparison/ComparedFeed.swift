import Formats
import NielsenTag
import TimedMetadata

/// The part of a feed that a comparison keeps.
struct ComparedFeed: Sendable {
  /// One Nielsen tag.
  struct Tag: Sendable {
    var bytes: [UInt8]
    var place: Place
    var isData: Bool
    /// Seconds from the audio before it in the multiplex to its PTS.
    var audioDistance: Double?
    /// The name in messages.
    var kind: String { isData ? "DATA" : "INFO" }
  }

  let name: String
  private(set) var tags: [Tag] = []
  /// The bytes of all tags.
  private(set) var seen: Set<[UInt8]> = []
  /// From when to when it was read, in presentation seconds.
  private var start: Double
  private var end = Double.infinity
  private var firstSegment: Double?
  private var byteCount: Int64 = 0
  /// The raw PTS of presentation time 0, in ticks of 90 kHz; nil while no tag of a transport stream came.
  private var origin: Double?

  /// Unix seconds of the first and the last second in its tags.
  private var clock: ClosedRange<Int64>?
  private var calibration = BlobCalibration()

  /// The most tags that are compared: three weeks, 60 MB.
  private static let maximumTags = 200_000

  init(name: String, start: Double) {
    self.name = name
    self.start = start
  }

  /// The time of each tag.
  var times: [[UInt8]: Double] {
    Dictionary(
      tags.compactMap { tag in tag.place.time.map { (tag.bytes, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Takes the next event.
  mutating func receive(_ event: TimedMetadataEvent) {
    switch event {
    case .tag(let tag): receive(tag)
    case .segment(let segment):
      guard let time = segment.start else { return }
      firstSegment = min(firstSegment ?? time, time)
    case .end(let summary):
      end = summary.duration ?? .infinity
      byteCount = summary.byteCount
    case .note, .marker: break
    }
  }

  private mutating func receive(_ tag: TimedTag) {
    guard let payload = tag.nielsen, tags.count < Self.maximumTags, seen.insert(tag.bytes).inserted
    else { return }
    calibration.observe(payload)
    if payload.kind == .data, payload.checksumValid == true, let blob = payload.watermark {
      let (first, last) = (blob.firstTagTime, blob.lastTagTime)
      clock = min(first, clock?.lowerBound ?? first)...max(first, last, clock?.upperBound ?? last)
    }
    if tags.isEmpty, tag.carriage == .tsPES, let pts = tag.pts, let time = tag.time {
      origin = Double(pts) - time * 90_000
    }
    tags.append(
      Tag(
        bytes: tag.bytes,
        place: Place(tag),
        isData: payload.kind == .data,
        audioDistance: tag.audioDistance
      )
    )
  }

  /// The first and last time in its tags, in Unix seconds; nil where their time is not known.
  var tagTimes: ClosedRange<Int64>? { calibration.state == .confirmed ? clock : nil }

  /// Where its tags begin and end, in words: `from 2026-01-01T00:00:00Z to 2026-01-01T00:02:00Z`.
  var span: String? {
    if let times = tagTimes, let first = UTCTime.text(times.lowerBound),
      let last = UTCTime.text(times.upperBound)
    {
      return "from \(first) to \(last)"
    }
    let seconds = tags.compactMap(\.place.time)
    guard let first = seconds.min(), let last = seconds.max() else { return nil }
    return "from \(Words.seconds(first)) to \(Words.seconds(last)) after its start"
  }

  /// Whether a tag of another feed, at a time of this one's timeline, is in what was read of this one.
  /// `offset` is the distance from the other's timeline to this one's. Within `edge` seconds of a beginning
  /// or end that the other feed does not share, the packets of the tag may be outside.
  func holds(_ time: Double, of other: ComparedFeed, offset: Double, edge: Double) -> Bool {
    let beginsEarlier = other.begin + offset < begin - edge
    let endsLater = other.end + offset > end + edge
    return time >= begin + (beginsEarlier ? edge : -edge)
      && time <= end - (endsLater ? edge : -edge)
  }

  /// The start of what was read, in presentation seconds.
  private var begin: Double { max(start, firstSegment ?? start) }

  /// Whether both are files of one size, with the same clock and length: one recording with tags at
  /// moved.
  func isSameMedia(as other: ComparedFeed) -> Bool {
    guard let origin, let otherOrigin = other.origin, byteCount > 0, end.isFinite else {
      return false
    }
    return byteCount == other.byteCount && abs(origin - otherOrigin) < 1
      && abs(end - other.end) < 0.1
  }
}
