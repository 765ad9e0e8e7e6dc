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
  private var waiting: [OpenPES] = []
  private var matches: [OpenPES] = []

  /// Whether audio with the PTS of waiting tags has arrived.
  var hasMatches: Bool { !matches.isEmpty }

  /// Takes the PES packets that waited and whose audio has arrived.
  mutating func takeMatches() -> [OpenPES] {
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
    guard !waiting.isEmpty else { return }
    waiting.removeAll { pes in
      guard Self.isSame(pes.value.header?.pts, pts) else { return false }
      if pes.isHandedOut { matches.append(pes) } else { pes.value.isOnAudioFrame = true }
      return true
    }
  }

  /// Records the audio before a PES packet with a tag, and whether it has the same PTS.
  mutating func receive(_ pes: OpenPES) {
    pes.value.audioPTS = last
    guard let pts = pes.value.header?.pts else { return }
    pes.value.isOnAudioFrame = recent.contains { Self.isSame($0, pts) }
    guard !pes.value.isOnAudioFrame else { return }
    waiting.append(pes)
    if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
  }

  /// Records that another time base begins: later PTS cannot be compared with earlier ones.
  mutating func beginTimeBase() { last = nil }

  private static func isSame(_ pts: Int64?, _ other: Int64) -> Bool {
    pts.map { abs(Timestamp.difference($0, other)) <= 1 } ?? false
  }
}
