/// Puts the payloads of RTP packets in the order of their sequence numbers, and counts those that are
/// lost.
struct RTPSequencer {
  /// Packets that wait for an earlier one: at 10 Mb/s they come within 34 ms.
  static let window = 32
  /// A larger jump is a sender that restarted (RFC 3550, appendix A.1, MAX_DROPOUT).
  static let largestJump = 3000

  /// Packets that never came.
  private(set) var lostCount = 0
  /// Packets that came twice or too late.
  private(set) var uselessCount = 0
  private var source: UInt32?
  private var expected: UInt16 = 0
  private var waiting: [UInt16: [UInt8]] = [:]
  private var ready: [[UInt8]] = []

  mutating func add(_ packet: RTPPacket, _ payload: [UInt8]) {
    let distance = Int(Int16(bitPattern: packet.sequence &- expected))
    let isAnother = packet.source != source || abs(distance) > Self.largestJump
    if isAnother {
      flush()
      source = packet.source
      expected = packet.sequence
    } else if distance < 0 {
      uselessCount += 1
      return
    }
    if waiting.updateValue(payload, forKey: packet.sequence) != nil { uselessCount += 1 }
    deliver()
    if waiting.count > Self.window { skip() }
  }

  /// The next payload in order.
  mutating func next() -> [UInt8]? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Stops waiting for missing packets.
  mutating func flush() {
    while !waiting.isEmpty { skip() }
  }

  private mutating func deliver() {
    while let payload = waiting.removeValue(forKey: expected) {
      ready.append(payload)
      expected &+= 1
    }
  }

  /// Continues after missing packets.
  private mutating func skip() {
    guard let nearest = waiting.keys.min(by: { $0 &- expected < $1 &- expected }) else { return }
    lostCount += Int(nearest &- expected)
    expected = nearest
    deliver()
  }
}
