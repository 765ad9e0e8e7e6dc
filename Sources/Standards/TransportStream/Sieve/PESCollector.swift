/// Assembles the packets of one PID into PES packets.
struct PESCollector {
  /// The latest PES packet that started; nil before the first one, and from the start of each unit until a PES packet
  /// starts in it.
  private(set) var current: OpenPES?
  private var extent = PESExtent.unbounded
  /// The number of bytes of the PES packet so far, including its header and bytes after its end.
  private var byteCount = 0

  /// The latest PES packet if packets may still be added to it; otherwise nil.
  var open: OpenPES? { current.flatMap { $0.isComplete ? nil : $0 } }

  /// The `PES_packet_length` of the latest PES packet; 0 if no length is declared.
  var declaredLength: Int { current?.value.header?.packetLength ?? 0 }

  /// Whether the latest PES packet is incomplete according to its length.
  var isInside: Bool { declaredLength > 0 && byteCount < 6 + declaredLength }

  /// Completes the latest PES packet, to which no further packet belongs.
  func complete(into output: inout SieveOutput) {
    guard let open else { return }
    open.isComplete = true
    output.append(.pes(open))
  }

  /// Detaches the latest PES packet, because another unit begins.
  mutating func forget() { current = nil }

  mutating func begin(
    _ pes: MetadataPES,
    with held: HeldPackets,
    into output: inout SieveOutput
  ) -> OpenPES {
    let open = OpenPES(pes)
    current = open
    byteCount = held.payload.count
    extent =
      pes.header.map {
        PESExtent(headerSize: $0.byteCount, size: PESHeader.declaredSize(by: held.payload))
      } ?? .unbounded
    for (packet, count) in held.packets where !open.isComplete {
      open.value.packets.append(contentsOf: packet)
      if extent.ends(with: count) { complete(into: &output) }
    }
    return open
  }

  /// Starts a PES packet within another one, at `packet`. The new PES packet begins with `header`.
  mutating func begin(
    _ pes: MetadataPES,
    with header: [UInt8],
    before packet: TransportPacket
  ) -> OpenPES {
    let open = OpenPES(pes)
    open.value.packets = Self.opening(with: header, before: packet)
    (current, extent) = (open, .unbounded)
    return open
  }

  /// Adds a packet that continues the latest PES packet, unless that PES packet is complete.
  mutating func extend(
    by packet: TransportPacket,
    position: StreamPosition,
    into output: inout SieveOutput
  ) {
    let count = packet.payload.count
    defer { byteCount += count }
    guard open != nil else { return }
    if extent.isFull(before: count) { beginPiece(before: packet, into: &output) }
    current?.value.packets.append(contentsOf: packet.bytes)
    guard count > 0 else { return }
    if declaredLength == 0 || isInside { current?.value.lastPosition = position }
    if extent.ends(with: count) { complete(into: &output) }
  }

  /// Records that packets are missing after the latest packet.
  func noteGap(into output: inout SieveOutput) {
    guard let current else { return }
    if current.isComplete {
      output.append(.item(.gap(pid: current.value.pid)))
    } else {
      current.value.hasGap = true
    }
  }

  /// Hands out a piece of a PES packet that is too large, and begins the next piece, whose header has no time stamp.
  private mutating func beginPiece(before packet: TransportPacket, into output: inout SieveOutput) {
    guard let whole = current else { return }
    let packets = Self.opening(
      with: [0, 0, 1, PESHeader.privateStream1, 0, 0, 0x80, 0, 0],
      before: packet
    )
    let piece = OpenPES(pieceOf: whole, packets)
    complete(into: &output)
    (current, extent) = (piece, .unbounded)
  }

  /// A packet that starts a unit with a PES header, for a demultiplexer that then reads `packet`.
  private static func opening(with header: [UInt8], before packet: TransportPacket) -> [UInt8] {
    OutgoingPacket(
      pid: packet.pid,
      startsUnit: true,
      continuityCounter: (packet.continuityCounter + 15) & 0x0F,
      isDiscontinuous: true,
      payload: header
    ).encoded
  }
}

/// Finds the last packet of a PES packet, as libavformat does: the one with the last byte of the declared length.
struct PESExtent {
  /// The maximum number of payload bytes in a piece: 1 MiB. Larger PES packets are handed out in pieces, which limits
  /// what a hostile stream can make the sieve hold.
  static let maximumPiece = 1 << 20

  /// The number of bytes of the PES header that have not arrived.
  private var headerLeft: Int
  /// The number of payload bytes; nil if no length declares the end, or the length is wrong.
  private var declared: Int?
  private var count = 0

  /// A PES packet of `size` bytes including the header; a nil `size` means that its length is not declared.
  init(headerSize: Int, size: Int?) {
    headerLeft = headerSize
    declared = size.map { $0 - headerSize }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A PES packet of undeclared length whose header has been read.
  static let unbounded = PESExtent(headerSize: 0, size: nil)

  /// Whether a packet with `bytes` further bytes must begin the next piece.
  func isFull(before bytes: Int) -> Bool {
    declared == nil && count > 0 && count + bytes > Self.maximumPiece
  }

  /// Adds the bytes of the next packet. Returns whether that packet is the last of the PES packet.
  mutating func ends(with bytes: Int) -> Bool {
    let bytesOfHeader = min(headerLeft, bytes)
    headerLeft -= bytesOfHeader
    let bytes = bytes - bytesOfHeader
    guard bytes > 0 else { return false }
    guard let declared else {
      count += bytes
      return false
    }
    // If a single packet has more bytes than declared, the bytes after the end are stuffing.
    if count == 0, bytes > declared { return true }
    count += bytes
    if count > declared {
      // The length is wrong, so only the next PES packet shows the end.
      self.declared = nil
      count = bytes
    }
    return count == declared
  }
}
