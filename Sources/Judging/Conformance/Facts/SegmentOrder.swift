import NielsenTag
import TimedMetadata

/// Segments that follow one another in a rendition, without a hole or a declared break between them.
struct SegmentPairs: Sendable {
  /// The latest segment of each rendition.
  private(set) var latest: [String?: SegmentReport] = [:]

  /// The most renditions that are followed.
  private static let maximumRenditions = 1024

  /// Takes the next segment. Gives the one before it where both were read whole, are media of one kind,
  /// and no discontinuity is declared between them.
  mutating func receive(_ segment: SegmentReport) -> SegmentReport? {
    let before = latest[segment.rendition]
    if before != nil || latest.count < Self.maximumRenditions {
      latest[segment.rendition] = segment
    }
    guard let before, before.mediaSequence + 1 == segment.mediaSequence, before.isComplete,
      segment.isComplete, !segment.isDiscontinuity, before.media == segment.media
    else { return nil }
    return before
  }
}

extension SegmentReport {
  /// Seconds from its first to its last audio or video frame.
  var span: Double? { frames.map { $0.upperBound - $0.lowerBound } }

  /// Seconds from its first video frame to that of the next segment. Packagers cut video, and audio may start
  /// several video frames earlier: in one segment more than in another.
  func videoDistance(to next: SegmentReport) -> Double? {
    guard let start = videoFrames?.lowerBound, let end = next.videoFrames?.lowerBound else {
      return nil
    }
    return end - start
  }

  /// Seconds from its first frame to that of the next segment.
  func distance(to next: SegmentReport) -> Double? {
    guard let start = frames?.lowerBound, let end = next.frames?.lowerBound else { return nil }
    return end - start
  }
}

/// Counts the sequence numbers missing between one DATA tag of a stream and the next, INFO tags included.
///
/// They distinguish the two causes of a gap: without missing numbers no tag was made, with missing
/// numbers tags were lost.
struct MissingNumbers: Sendable {
  private struct Last {
    /// The tag before, DATA or INFO.
    var blob: WatermarkBlob?
    /// Numbers missing since the DATA tag before, in either byte order; nil where they do not count up.
    var missing: [WatermarkBlob.ByteOrder: Int] = [:]
  }

  private var order = SequenceOrder()
  /// The byte order that was the best last: numbers missing later do not take away what was learned.
  private var known: WatermarkBlob.ByteOrder?
  private var last = PerStream<Last>()

  /// Takes the next Nielsen tag. For a DATA tag it gives how many numbers are missing since the DATA tag
  /// before it; nil where that is not known.
  mutating func receive(_ tag: CheckedTag) -> Int? {
    let previous = last[tag.stream] ?? Last()
    var next = Last(blob: tag.trustedBlob)
    if let before = previous.blob, let blob = next.blob {
      order.observe(before, blob)
      known = order.best ?? known
      next.missing = Self.missing(previous.missing, before, blob)
    }
    defer { _ = last.update(tag.stream, from: next) { $0 = next } }
    guard tag.kind == .data else { return nil }
    let missing = known.flatMap { next.missing[$0] }
    next.missing = WatermarkBlob.ByteOrder.allCases.reduce(into: [:]) { $0[$1] = 0 }
    return missing
  }

  private static func missing(
    _ sum: [WatermarkBlob.ByteOrder: Int],
    _ before: WatermarkBlob,
    _ next: WatermarkBlob
  ) -> [WatermarkBlob.ByteOrder: Int] {
    var sum = sum
    for (order, count) in sum {
      switch SequenceStep(before, next, order) {
      case .up: break
      case .missing(let more): sum[order] = count + more
      case .repeated, .backward: sum[order] = nil
      }
    }
    return sum
  }
}

/// Learns from the tags of an input in which byte order their sequence numbers count up. Which it is has
/// never been published.
struct SequenceOrder: Sendable {
  /// The least share of the pairs that must count up by one.
  static let neededShare = 0.8
  /// With this many pairs the order does not change any more.
  static let certainPairs = 64

  /// Pairs of consecutive tags seen.
  private(set) var pairs = 0
  private var stepsUp: [WatermarkBlob.ByteOrder: Int] = [:]

  /// Takes note of two consecutive tags of one stream.
  mutating func observe(_ previous: WatermarkBlob, _ next: WatermarkBlob) {
    pairs += 1
    for order in WatermarkBlob.ByteOrder.allCases
    where SequenceStep(previous, next, order) == .up {
      stepsUp[order, default: 0] += 1
    }
  }

  /// The order in which the numbers count up; nil when they do in neither.
  var best: WatermarkBlob.ByteOrder? {
    WatermarkBlob.ByteOrder.allCases.first {
      pairs > 0 && Double(stepsUp[$0] ?? 0) >= Self.neededShare * Double(pairs)
    }
  }

  /// The order, once enough tags have come that it is certain.
  var certain: WatermarkBlob.ByteOrder? { pairs >= Self.certainPairs ? best : nil }
}

/// From the sequence number of one tag to that of the next.
enum SequenceStep: Equatable {
  /// Up by one, past the largest number to 0 included.
  case up
  /// Up by more: this many numbers are missing.
  case missing(Int)
  /// The same number.
  case repeated
  case backward

  init(_ previous: WatermarkBlob, _ next: WatermarkBlob, _ order: WatermarkBlob.ByteOrder) {
    // Half of all numbers count as ahead, as with other counters that wrap.
    switch next.sequence(order) &- previous.sequence(order) {
    case 0: self = .repeated
    case 1: self = .up
    case let step where step < 0x8000: self = .missing(Int(step) - 1)
    default: self = .backward
    }
  }
}
