/// Where the packets of the input begin: how far apart they are, and what was skipped between them.
struct PacketAlignment {
  /// The framing in force; nil before the first packet.
  private(set) var framing: PacketFraming?
  /// Whether the first byte that was not used begins a packet.
  private(set) var isSynchronized = false
  /// Position in the input of the first byte of the chunk in hand.
  private(set) var chunkOffset: Int64
  /// Packets seen.
  private(set) var packetCount: Int64 = 0
  /// The most bytes in a row after the first packet in which no packet was found.
  private(set) var longestSkip = 0

  private let startOffset: Int64
  private var skippedFrom: Int64?

  /// The start of an input whose first byte stands at `startOffset`.
  init(startOffset: Int64) {
    self.startOffset = startOffset
    chunkOffset = startOffset
  }

  /// Bytes from one packet to the next.
  var stride: Int { (framing ?? .plain).stride }

  /// Counts packets.
  mutating func count(_ packets: Int) { packetCount &+= Int64(packets) }

  /// A packet does not begin where one should.
  mutating func loseSync() { isSynchronized = false }

  /// Goes on to the next chunk after the first `used` bytes of this one; after all of it at the end of the input.
  /// Returns how many that are.
  mutating func consume(_ used: Int, of count: Int, isLast: Bool) -> Int {
    let used = isLast ? count : min(used, count)
    chunkOffset += Int64(used)
    return used
  }

  /// Searches a packet in the bytes of the chunk from `position` on, and moves `position` there. Where none is found it
  /// becomes the first byte that must be seen again. Adds to `notes` what was skipped.
  mutating func synchronize(
    _ bytes: UnsafeRawBufferPointer,
    from position: inout Int,
    isLast: Bool,
    notes: inout [TransportNote]
  ) {
    let outcome = Synchronizer.search(
      bytes,
      from: position,
      isLast: isLast,
      allowsShortRun: framing != nil || isShort(upTo: bytes.count),
      preferring: framing ?? .plain
    )
    switch outcome {
    case .undecided(let next):
      if next > position { skip(from: position) }
      position = next
    case .found(let start, let found):
      if start > position { skip(from: position) }
      begin(at: chunkOffset + Int64(start), framing: found, notes: &notes)
      position = start
    }
  }

  /// The note of what was skipped up to `end`; nil when nothing was.
  mutating func endSkipping(at end: Int64) -> TransportNote? {
    guard let start = skippedFrom else { return nil }
    skippedFrom = nil
    guard end > start else { return nil }
    let count = Int(end - start)
    if packetCount > 0 { longestSkip = max(longestSkip, count) }
    let bytes = count == 1 ? "1 byte" : "\(Self.grouped(count)) bytes"
    // A recording that begins anywhere begins within a packet.
    let isPartial = packetCount == 0 && count < PacketFraming.parity.stride
    return TransportNote(
      rule: isPartial ? "ts-partial-packet" : "ts-sync",
      offset: start,
      amount: count,
      detail: packetCount == 0
        ? "\(bytes) skipped before the first packet" : "lost sync, \(bytes) skipped"
    )
  }

  /// Whether the input, which ends with the chunk in hand, is too short for five packets in a row.
  private func isShort(upTo count: Int) -> Bool {
    chunkOffset - startOffset + Int64(count)
      < Int64(Synchronizer.lookahead + PacketFraming.parity.stride)
  }

  private mutating func skip(from position: Int) {
    if skippedFrom == nil { skippedFrom = chunkOffset + Int64(position) }
  }

  private mutating func begin(
    at offset: Int64,
    framing found: PacketFraming,
    notes: inout [TransportNote]
  ) {
    isSynchronized = true
    // What looked like lost bytes is the parity of the packet before: packets grow with that one.
    let hasGrown =
      framing == .plain && found == .parity
      && skippedFrom == offset - Int64(found.stride - TransportPacket.byteCount)
    if hasGrown { skippedFrom = nil }
    if let note = endSkipping(at: offset - Int64(found.bytesInFront)) { notes.append(note) }
    if framing != found, framing != nil || found != .plain {
      notes.append(
        TransportNote(
          rule: "ts-packet-size",
          offset: hasGrown ? offset - Int64(found.stride) : offset,
          detail: "\(found.stride)-byte packets"
        )
      )
    }
    framing = found
  }

  /// A number; one of more than four digits has them in groups of three.
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
