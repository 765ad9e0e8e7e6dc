/// The PTS of the latest audio PES packets of one program, and the ID3 PES packets for which an audio PES
/// packet with the same PTS can still arrive.
struct AudioFrames {
  /// The most PTS that are remembered: more than five seconds of one frame each.
  private static let capacity = 256
  /// The most tags that wait for their audio in the multiplex.
  private static let maximumWaiting = 64

  /// The latest PTS; nil before the first, and between a declared discontinuity and the next PTS.
  private(set) var last: Int64?
  /// Whether no audio was found.
  var isEmpty: Bool { recent.isEmpty }

  private var recent: [Int64] = []
  private var oldest = 0
  private var waiting: [(pid: UInt16, pts: Int64)] = []
  private var matches: [UInt16] = []

  /// Takes the PIDs of the ID3 PES packets whose audio has arrived after them.
  mutating func takeMatches() -> [UInt16] {
    defer { matches.removeAll() }
    return matches
  }

  /// Takes the PTS of an audio PES packet.
  mutating func receive(_ pts: Int64) {
    last = pts
    if recent.count < Self.capacity {
      recent.append(pts)
    } else {
      recent[oldest] = pts
      oldest = (oldest + 1) % Self.capacity
    }
    waiting.removeAll { packet in
      guard Self.isSame(packet.pts, pts) else { return false }
      matches.append(packet.pid)
      return true
    }
  }

  /// Takes the PTS of an ID3 PES packet. Returns whether audio before it has the same; if not, the PES packet waits for
  /// later audio.
  mutating func hasFrame(at pts: Int64, ofPID pid: UInt16) -> Bool {
    if recent.contains(where: { Self.isSame($0, pts) }) { return true }
    waiting.append((pid, pts))
    if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
    return false
  }

  /// Records that another time base begins: later PTS cannot be compared with earlier ones.
  mutating func beginTimeBase() { last = nil }

  private static func isSame(_ pts: Int64, _ other: Int64) -> Bool {
    abs(Timestamp.difference(pts, other)) <= 1
  }
}

/// The PES packets of an elementary stream with ID3, by their PTS.
public struct AudioFrameMatches: Sendable, Equatable {
  /// All PES packets.
  public var packets = 0
  /// Those with a PTS.
  public var timed = 0
  /// Those whose PTS is that of an audio PES packet of the program, before it or after it, within one tick.
  public var matched = 0

  /// The counts of two parts of a stream.
  package static func + (one: Self, other: Self) -> Self {
    Self(
      packets: one.packets + other.packets,
      timed: one.timed + other.timed,
      matched: one.matched + other.matched
    )
  }
}
