import NielsenTag
import TimedMetadata

/// Finds pairs of consecutive segments in a rendition, with no missing segment and no discontinuity between them.
struct SegmentPairs: Sendable {
  private(set) var latest: [String?: SegmentReport] = [:]

  private static let maximumRenditions = 1024

  /// Receives the next segment. Returns the previous one if the two are consecutive, complete, of
  /// the same kind of media, and not separated by a declared discontinuity.
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
  /// The length of the time range of the audio and video frames of the segment, in seconds.
  var span: Double? { frames.map { $0.upperBound - $0.lowerBound } }

  /// The time from the first video frame of this segment to the first video frame of the next segment, in seconds.
  /// Packagers cut at video frames, and the start of the audio varies.
  func videoDistance(to next: SegmentReport) -> Double? {
    guard let start = videoFrames?.lowerBound, let end = next.videoFrames?.lowerBound else {
      return nil
    }
    return end - start
  }

  /// The time from the first frame of this segment to the first frame of the next segment, in seconds.
  func distance(to next: SegmentReport) -> Double? {
    guard let start = frames?.lowerBound, let end = next.frames?.lowerBound else { return nil }
    return end - start
  }
}

/// Counts the sequence numbers missing between consecutive DATA tags of a stream. INFO tags have numbers too.
///
/// If no number is missing in a gap, no tag was made. If numbers are missing, tags were lost.
struct MissingNumbers: Sendable {
  private struct Last {
    /// The blob of the previous tag, DATA or INFO.
    var blob: WatermarkBlob?
    /// The count of numbers missing since the previous DATA tag, by byte order. A byte order in
    /// which the numbers repeat or go back has no entry.
    var missing: [WatermarkBlob.ByteOrder: Int] = [:]
  }

  private var order = SequenceOrder()
  /// The latest byte order in which the numbers counted up. It is kept even if numbers are missing later.
  private var known: WatermarkBlob.ByteOrder?
  private var last = PerStream<Last>()

  /// Receives the next Nielsen tag. For a DATA tag, returns the count of numbers missing since the
  /// previous DATA tag, or nil if unknown.
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

/// Learns the byte order in which the sequence numbers of an input count up. The byte order has never been published.
struct SequenceOrder: Sendable {
  /// The minimum share of consecutive tags whose numbers must count up by one.
  static let neededShare = 0.8
  /// The number of pairs after which the byte order is certain.
  static let certainPairs = 64

  private(set) var pairs = 0
  private var stepsUp: [WatermarkBlob.ByteOrder: Int] = [:]

  mutating func observe(_ previous: WatermarkBlob, _ next: WatermarkBlob) {
    pairs += 1
    for order in WatermarkBlob.ByteOrder.allCases
    where SequenceStep(previous, next, order) == .up {
      stepsUp[order, default: 0] += 1
    }
  }

  /// The byte order in which the numbers count up; nil if neither fits.
  var best: WatermarkBlob.ByteOrder? {
    WatermarkBlob.ByteOrder.allCases.first {
      pairs > 0 && Double(stepsUp[$0] ?? 0) >= Self.neededShare * Double(pairs)
    }
  }

  /// The byte order after `certainPairs` pairs; nil if fewer pairs were seen, or if neither byte order fits.
  var certain: WatermarkBlob.ByteOrder? { pairs >= Self.certainPairs ? best : nil }
}

/// How the sequence number changes from one tag to the next.
enum SequenceStep: Equatable {
  /// Up by one, including the wrap to 0.
  case up
  /// Up by more than one, with the number of missing values.
  case missing(Int)
  case repeated
  case backward

  init(_ previous: WatermarkBlob, _ next: WatermarkBlob, _ order: WatermarkBlob.ByteOrder) {
    // The counter wraps: a difference of less than half its range counts as forward.
    switch next.sequence(order) &- previous.sequence(order) {
    case 0: self = .repeated
    case 1: self = .up
    case let step where step < 0x8000: self = .missing(Int(step) - 1)
    default: self = .backward
    }
  }
}
