/// The first packets of a PES packet on an ID3 PID, held so that its headers can be read as a whole.
struct HeldPackets {
  private(set) var payload: [UInt8] = []
  /// The input position of the first held packet.
  private(set) var position: StreamPosition = .start
  /// The input position of the last held packet with payload bytes.
  private(set) var lastPosition: StreamPosition = .start

  private var bytes: [UInt8] = []
  /// The start of each packet's payload, in `payload` and in `bytes`.
  private var payloadStarts: [(payload: Int, packet: Int)] = []
  private var isLastStuffed = false

  /// The size of an ID3 header in bytes. The header gives the size of the tag, which PES_packet_length must cover.
  private static let tagHeaderSize = 10
  /// The maximum number of held packets, including packets without payload bytes.
  private static let maximumCount = 64
  /// The maximum size of a PES header, in bytes, that fits into one packet with a discontinuity flag.
  private static let maximumReopenedHeader = OutgoingPacket.largestPayload - 2

  var firstPayloadCount: Int {
    payloadStarts.count > 1 ? payloadStarts[1].payload : payload.count
  }

  mutating func append(_ packet: TransportPacket, position: StreamPosition) {
    let payload = packet.payload
    if payloadStarts.isEmpty { self.position = position }
    if !payload.isEmpty { lastPosition = position }
    isLastStuffed = payload.count < OutgoingPacket.largestPayload
    let payloadStart = TransportPacket.byteCount - payload.count
    payloadStarts.append((self.payload.count, bytes.count + payloadStart))
    bytes.append(contentsOf: packet.bytes)
    self.payload.append(contentsOf: payload)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    payload.removeAll(keepingCapacity: true)
    payloadStarts.removeAll(keepingCapacity: true)
  }

  /// The packets, 188 bytes each, and the number of payload bytes in each.
  var packets: [(bytes: ArraySlice<UInt8>, payloadCount: Int)] {
    payloadStarts.indices.map { index in
      let start = index * TransportPacket.byteCount
      let end = index + 1 < payloadStarts.count ? payloadStarts[index + 1].payload : payload.count
      return (bytes[start..<start + TransportPacket.byteCount], end - payloadStarts[index].payload)
    }
  }

  /// Whether enough is held for `repair`: the PES header, ten bytes after it, and the bytes up to `undeclaredEnd`. Less
  /// is enough if the PES packet ends earlier, if the bytes are no PES packet, or at the maximum number of packets.
  var hasHeadersInView: Bool {
    if payloadStarts.count >= Self.maximumCount { return true }
    switch PESHeader.read(payload) {
    case .notPES: return true
    case .incomplete: return payload.count >= PESHeader.maximumByteCount
    case .header(let header):
      if payload.count >= header.byteCount + Self.tagHeaderSize {
        guard let end = undeclaredEnd(of: header) else { return true }
        return payload.count >= end || isWhole(header)
      }
      return header.packetLength > 0 && payload.count >= 6 + header.packetLength
    }
  }

  /// Repairs a header that would make a demultiplexer lose bytes or the time stamp, or wait until the next PES packet
  /// begins, which may be ten seconds later. If `undeclaredEnd` is known and the PES packet is not whole, the length is
  /// set to that end if the held packets end there and the header fits into one packet, and otherwise to 0 (unbounded).
  /// Forbidden flags '01' of a PTS become '10'. A stream ID that allows no optional header becomes private_stream_1 if
  /// there is such a header. Returns the header with length 0 if it changed the length; otherwise nil.
  mutating func repair(_ header: PESHeader) -> [UInt8]? {
    var closedHeader: [UInt8]?
    if let end = undeclaredEnd(of: header), !isWhole(header) {
      let isClosed = payload.count == end && header.byteCount <= Self.maximumReopenedHeader
      let length = isClosed ? end - 6 : 0
      setPayloadByte(4, to: 0)
      setPayloadByte(5, to: 0)
      if isClosed { closedHeader = Array(payload.prefix(header.byteCount)) }
      setPayloadByte(4, to: UInt8(length >> 8))
      setPayloadByte(5, to: UInt8(length & 0xFF))
    }
    if header.timestampFlags == 1, header.pts != nil {
      setPayloadByte(7, to: payload[7] & 0x3F | 0x80)
    }
    if PESHeader.hasNoOptionalHeader(header.streamID), header.byteCount > 6 {
      setPayloadByte(3, to: PESHeader.privateStream1)
    }
    return closedHeader
  }

  /// Whether the PES packet is complete according to its length, and its last packet is stuffed. If so, a tag that
  /// declares more bytes declares too many.
  private func isWhole(_ header: PESHeader) -> Bool {
    isLastStuffed && header.packetLength > 0 && payload.count == 6 + header.packetLength
  }

  /// The end of the tag in the PES packet if PES_packet_length is 0 or leaves no room for the tag. Nil if the tag fits,
  /// if there is no tag, or if the tag is too large for the field.
  private func undeclaredEnd(of header: PESHeader) -> Int? {
    guard let size = tagSize(behind: header), size <= Int(UInt16.max) - header.byteCount else {
      return nil
    }
    let end = header.byteCount + size
    return header.packetLength == 0 || 6 + header.packetLength < end ? end : nil
  }

  /// The declared size of the tag after the PES header; nil if no tag starts there.
  private func tagSize(behind header: PESHeader) -> Int? {
    TagProbe.declaredSize(payload.dropFirst(header.byteCount).prefix(Self.tagHeaderSize))
  }

  private mutating func setPayloadByte(_ index: Int, to value: UInt8) {
    guard let piece = payloadStarts.last(where: { $0.payload <= index }) else { return }
    bytes[piece.packet + index - piece.payload] = value
    payload[index] = value
  }
}

/// Detects a continuity counter that does not count: packets have the previous packet's counter, but different content.
/// One such packet may mean fifteen lost packets. Two in a row come from a device that does not count.
struct CounterStandstill {
  private var count = 0
  /// Whether the current packet was recorded by `add()`.
  private(set) var isLast = false
  /// Whether a packet of the held unit was recorded by `add()`.
  private(set) var isInUnit = false

  mutating func next() { isLast = false }

  /// Records a packet with the previous packet's counter, but different content. Returns true from the second in a row.
  mutating func add() -> Bool {
    count = min(count + 1, 2)
    isLast = true
    return count == 2
  }

  mutating func end() { count = 0 }

  /// Records that the current packet starts or continues the held unit.
  mutating func join(startsUnit: Bool) { isInUnit = isLast || isInUnit && !startsUnit }
}
