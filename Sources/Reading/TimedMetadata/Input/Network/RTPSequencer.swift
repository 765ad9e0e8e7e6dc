/// Sorts the payloads of RTP packets by their sequence numbers, and counts lost packets.
struct RTPSequencer {
  /// The number of packets that may wait for an earlier packet. At 10 Mb/s this number arrives within 34 ms.
  static let window = 32
  /// The largest accepted jump of the sequence number. A larger jump means that the sender has restarted (RFC 3550,
  /// appendix A.1, MAX_DROPOUT).
  static let largestJump = 3000

  /// The number of packets that did not arrive in time.
  private(set) var lostCount = 0
  /// The number of packets that arrived twice or too late.
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

  /// The next payload in order; nil if no payload is ready.
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

/// The header of an RTP packet (RFC 3550, section 5.1).
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     |V=2|P|X|  CC   |M|     PT      |       sequence number         |
///     |                           timestamp                           |
///     |                             SSRC                              |
///     |                       CSRC, CC of them                        |
struct RTPPacket: Equatable {
  private static let headerSize = 12

  let sequence: UInt16
  /// The SSRC. Another value means another stream.
  let source: UInt32
  /// The range of the payload in the packet, without header extension and padding.
  let payload: Range<Int>

  /// Reads a header; nil if the bytes are not an RTP packet, for example RTCP on the same port.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerSize, bytes[0] >> 6 == 2 else { return nil }
    // RFC 5761, section 4: these payload types are RTCP.
    guard !(192...223).contains(bytes[1]) else { return nil }
    sequence = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    source = bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
    var start = Self.headerSize + Int(bytes[0] & 0x0F) * 4
    if bytes[0] & 0x10 != 0 {
      guard start + 4 <= bytes.count else { return nil }
      start += 4 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])) * 4
    }
    let hasPadding = bytes[0] & 0x20 != 0
    let padding = hasPadding ? Int(bytes[bytes.count - 1]) : 0
    guard !hasPadding || padding > 0, start <= bytes.count - padding else { return nil }
    payload = start..<bytes.count - padding
  }
}

/// The content of a datagram, detected from its size and its first bytes.
enum DatagramKind: Equatable {
  case transportStream
  /// An RTP packet that contains transport stream packets.
  case rtp
  /// An RTCP packet, which may arrive on the same port as RTP.
  case rtcp
  case other

  private static let syncByte: UInt8 = 0x47
  private static let packetSize = 188

  init(_ bytes: UnsafeRawBufferPointer) {
    if bytes.first == Self.syncByte, bytes.count % Self.packetSize == 0 {
      self = .transportStream
    } else if let packet = RTPPacket(bytes), !packet.payload.isEmpty,
      bytes[packet.payload.lowerBound] == Self.syncByte,
      packet.payload.count % Self.packetSize == 0
    {
      self = .rtp
    } else if bytes.count >= 8, bytes[0] >> 6 == 2, (192...223).contains(bytes[1]) {
      self = .rtcp
    } else {
      self = .other
    }
  }
}
