import NielsenTag

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
