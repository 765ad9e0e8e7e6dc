/// The PTS of the latest audio PES packets of one program.
struct AudioFrames {
  /// The most PTS that are remembered: more than five seconds of one frame each.
  private static let capacity = 256

  /// The latest PTS; nil before the first, and between a declared discontinuity and the next PTS.
  private(set) var last: Int64?
  /// Whether no audio was found.
  var isEmpty: Bool { recent.isEmpty }

  private var recent: [Int64] = []
  private var oldest = 0

  /// Takes the PTS of an audio PES packet.
  mutating func receive(_ pts: Int64) {
    last = pts
    if recent.count < Self.capacity {
      recent.append(pts)
    } else {
      recent[oldest] = pts
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// Whether one of them is the PTS of an ID3 PES packet.
  func hasFrame(at pts: Int64) -> Bool { recent.contains { Self.isSame($0, pts) } }

  /// Records that another time base begins: later PTS cannot be compared with earlier ones.
  mutating func beginTimeBase() { last = nil }

  /// Whether two PTS are those of one frame: at most one tick apart.
  static func isSame(_ pts: Int64, _ other: Int64) -> Bool {
    abs(Timestamp.difference(pts, other)) <= 1
  }
}
