/// The first packets of a PES of an ID3 PID, held back until its headers are in view.
struct HeldPackets {
  /// What the packets carry, one behind the other.
  private(set) var payload: [UInt8] = []
  /// Position of the first packet in the input.
  private(set) var offset: Int64 = 0
  /// Position of the last packet with payload bytes.
  private(set) var lastOffset: Int64 = 0

  private var bytes: [UInt8] = []
  /// Where the payload of each packet starts, in `payload` and in `bytes`.
  private var payloadStarts: [(payload: Int, packet: Int)] = []
  /// The last packet is not full.
  private var isLastStuffed = false

  /// Bytes of an ID3 header, which tells whether PES_packet_length leaves room for the tag.
  private static let tagHeaderSize = 10
  /// The headers need two packets, three at the worst; packets without payload bytes could go on for
  /// ever.
  private static let maximumCount = 64
  /// What fits into one packet that marks a discontinuity.
  private static let maximumReopenedHeader = OutgoingPacket.largestPayload - 2

  /// Payload bytes of the first packet.
  var firstPayloadCount: Int {
    payloadStarts.count > 1 ? payloadStarts[1].payload : payload.count
  }

  /// Holds another packet.
  mutating func append(_ packet: TransportPacket, offset: Int64) {
    let payload = packet.payload
    if payloadStarts.isEmpty { self.offset = offset }
    if !payload.isEmpty { lastOffset = offset }
    isLastStuffed = payload.count < OutgoingPacket.largestPayload
    let payloadStart = TransportPacket.byteCount - payload.count
    payloadStarts.append((self.payload.count, bytes.count + payloadStart))
    bytes.append(contentsOf: packet.bytes)
    self.payload.append(contentsOf: payload)
  }

  /// Holds nothing any more.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    payload.removeAll(keepingCapacity: true)
    payloadStarts.removeAll(keepingCapacity: true)
  }

  /// The packets, each whole.
  var packets: some Sequence<ArraySlice<UInt8>> {
    stride(from: 0, to: bytes.count, by: TransportPacket.byteCount).lazy.map { [bytes] start in
      bytes[start..<start + TransportPacket.byteCount]
    }
  }

  /// Whether the PES header and the ten bytes behind it are held, or there are no such bytes. Where the
  /// header does not tell where the tag ends, all of the tag is waited for.
  var hasHeadersInView: Bool {
    if payloadStarts.count >= Self.maximumCount { return true }
    switch PESHeader.read(payload) {
    case .notPES: return true
    case .incomplete: return payload.count >= PESHeader.maximumByteCount
    case .header(let header):
      if payload.count >= header.byteCount + Self.tagHeaderSize {
        guard let end = untoldEnd(of: header) else { return true }
        return payload.count >= end || isWhole(header)
      }
      return header.packetLength > 0 && payload.count >= 6 + header.packetLength
    }
  }

  /// Changes what is held where the header would make a demultiplexer lose bytes or the time stamp, or
  /// wait: a length that is missing, or too small for the tag, becomes that of the tag when nothing
  /// stands behind it in its last packet, else 0 (unbounded); forbidden flags '01' become '10'. Of an
  /// unbounded PES a demultiplexer knows the end only when the next begins: that may be ten seconds
  /// later. Returns the header of a PES that was closed behind its tag in this way.
  mutating func mend(_ header: PESHeader) -> [UInt8]? {
    var closedHeader: [UInt8]?
    if let end = untoldEnd(of: header), !isWhole(header) {
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
    return closedHeader
  }

  /// Whether the PES is there by its length, and its last packet is stuffed: nothing comes behind it, and a
  /// tag in it that declares more declares too much.
  private func isWhole(_ header: PESHeader) -> Bool {
    isLastStuffed && header.packetLength > 0 && payload.count == 6 + header.packetLength
  }

  /// Where the tag ends in the PES when PES_packet_length leaves no room for it, or is 0; nil when it
  /// does, or when there is no tag or one too large for the field.
  private func untoldEnd(of header: PESHeader) -> Int? {
    guard let size = tagSize(behind: header), size <= Int(UInt16.max) - header.byteCount else {
      return nil
    }
    let end = header.byteCount + size
    return header.packetLength == 0 || 6 + header.packetLength < end ? end : nil
  }

  /// The size of the tag that starts behind the PES header, by its synchsafe size field.
  private func tagSize(behind header: PESHeader) -> Int? {
    TagProbe.declaredSize(payload.dropFirst(header.byteCount).prefix(Self.tagHeaderSize))
  }

  private mutating func setPayloadByte(_ index: Int, to value: UInt8) {
    guard let piece = payloadStarts.last(where: { $0.payload <= index }) else { return }
    bytes[piece.packet + index - piece.payload] = value
    payload[index] = value
  }
}
