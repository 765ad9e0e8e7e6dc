/// The PTS of the latest audio PES packets of one program, and the tags for which an audio PES packet with
/// the same PTS can still arrive.
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
  private var waiting: [MetadataPES] = []

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
      pes.isOnAudioFrame = Self.isSame(pes.header?.pts, pts)
      return pes.isOnAudioFrame
    }
  }

  /// Records the audio before a PES packet with a tag, and whether it has the same PTS.
  mutating func receive(_ pes: MetadataPES) {
    pes.audioPTS = last
    guard let pts = pes.header?.pts else { return }
    pes.isOnAudioFrame = recent.contains { Self.isSame($0, pts) }
    guard !pes.isOnAudioFrame else { return }
    waiting.append(pes)
    if waiting.count > Self.maximumWaiting { waiting.removeFirst() }
  }

  /// Records that another time base begins: later PTS cannot be compared with earlier ones.
  mutating func beginTimeBase() { last = nil }

  private static func isSame(_ pts: Int64?, _ other: Int64) -> Bool {
    pts.map { abs(Timestamp.difference($0, other)) <= 1 } ?? false
  }
}
