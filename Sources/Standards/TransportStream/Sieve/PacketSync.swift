/// The alignment of packets in the input: their distance, and the bytes that were skipped.
struct PacketSync {
  /// The framing in force; nil before the first packet.
  private(set) var framing: PacketFraming?
  /// Whether a packet is expected at the first unused byte.
  private(set) var isSynchronized = false
  /// Counts the bytes before the current chunk.
  private var counter = PositionCounter()
  private(set) var packetCount: Int64 = 0
  /// The largest number of consecutive bytes after the first packet in which no packet was found.
  private(set) var longestSkip = 0

  /// The number of bytes that were skipped before the search for packets began.
  private var leadingBytes: Int64 = 0
  private var skippedFrom: StreamPosition?

  /// The input position of the byte at `index` in the current chunk.
  func position(_ index: Int = 0) -> StreamPosition { counter.position(index) }

  mutating func begin(segment: Int, at offset: Int64?, after held: Int) {
    counter.begin(segment: segment, at: offset, after: held)
  }

  mutating func skip(_ count: Int) {
    if counter.distance == leadingBytes { leadingBytes += Int64(count) }
    counter.use(Int64(count))
  }

  /// The distance from one packet to the next in bytes.
  var stride: Int { (framing ?? .plain).stride }

  mutating func count(_ packets: Int) { packetCount &+= Int64(packets) }

  mutating func loseSync() { isSynchronized = false }

  /// Marks the first `used` bytes of the current chunk as used, or all of its bytes at the end of the input. Returns
  /// the number of bytes used.
  mutating func consume(_ used: Int, of count: Int, isLast: Bool) -> Int {
    let used = isLast ? count : min(used, count)
    counter.use(Int64(used))
    return used
  }

  /// Searches the chunk for a packet from `position`, and moves `position` to it. If no packet is found, `position`
  /// becomes the first byte to search again. Adds notes about skipped bytes and packet sizes.
  mutating func synchronize(
    _ bytes: UnsafeRawBufferPointer,
    from position: inout Int,
    isLast: Bool,
    notes: inout [TransportNote]
  ) {
    let outcome = PacketSearch.search(
      bytes,
      from: position,
      isLast: isLast,
      beginsInput: counter.distance == leadingBytes,
      allowsShortRun: framing != nil || isShort(upTo: bytes.count),
      preferring: framing ?? .plain
    )
    switch outcome {
    case .undecided(let next):
      if next > position { skip(from: position) }
      position = next
    case .found(let start, let found):
      if start > position { skip(from: position) }
      begin(at: self.position(start), framing: found, notes: &notes)
      position = start
    }
  }

  /// The note about the bytes skipped up to `end`; nil if no bytes were skipped.
  mutating func endSkipping(at end: StreamPosition) -> TransportNote? {
    guard let start = skippedFrom else { return nil }
    skippedFrom = nil
    let count = Int(end.distance - start.distance)
    guard count > 0 else { return nil }
    if packetCount > 0 { longestSkip = max(longestSkip, count) }
    let bytes = count == 1 ? "1 byte" : "\(Self.grouped(count)) bytes"
    // A recording that begins at a random position begins within a packet.
    let isPartial = packetCount == 0 && count < PacketFraming.parity.stride
    return TransportNote(
      rule: isPartial ? "ts-partial-packet" : "ts-sync",
      position: start,
      amount: count,
      detail: packetCount == 0
        ? "\(bytes) skipped before the first packet" : "lost sync, \(bytes) skipped"
    )
  }

  /// Whether the input, which ends with the current chunk, is not longer than five packets of 204 bytes.
  private func isShort(upTo count: Int) -> Bool {
    counter.distance - leadingBytes + Int64(count)
      < Int64(PacketSearch.lookahead + PacketFraming.parity.stride)
  }

  private mutating func skip(from position: Int) {
    if skippedFrom == nil { skippedFrom = self.position(position) }
  }

  private mutating func begin(
    at position: StreamPosition,
    framing found: PacketFraming,
    notes: inout [TransportNote]
  ) {
    isSynchronized = true
    // The bytes that seemed lost are the parity of the previous packet: the framing changed at that packet.
    let hasGrown =
      framing == .plain && found == .parity
      && skippedFrom?.distance
        == position.distance - Int64(found.stride - TransportPacket.byteCount)
    if hasGrown { skippedFrom = nil }
    if let note = endSkipping(at: position.advanced(by: -Int64(found.leadingBytes))) {
      notes.append(note)
    }
    if framing != found, framing != nil || found != .plain {
      notes.append(
        TransportNote(
          rule: "ts-packet-size",
          position: hasGrown ? position.advanced(by: -Int64(found.stride)) : position,
          detail: "\(found.stride)-byte packets"
        )
      )
    }
    framing = found
  }

  /// A number as text; five or more digits are in groups of three.
  private static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var digits = Substring(String(number))
    while digits.count > 3, number > 9999 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: " ")
  }
}
