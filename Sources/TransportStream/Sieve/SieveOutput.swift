/// An item of the sieve's output, in the order of the stream.
public enum SieveItem {
  /// The next packets of the sieved stream: their number. Each has 188 bytes.
  case packets(Int)
  /// The next packet starts this PES packet.
  case start(MetadataPES)
  /// Something unusual.
  case note(TransportNote)
  /// A section of splice information.
  case splice(SpliceSection)
}

/// A queue of items and of the packets that they announce, for one chunk of input.
struct SieveOutput {
  private var items: [SieveItem] = []
  private var nextItem = 0
  private var bytes: [UInt8] = []
  private var nextByte = 0
  /// The total number of bytes written to the sieved stream.
  private(set) var byteCount: Int64 = 0
  /// The presentation time for notes without one: that of the program being read.
  var now: Int64?

  mutating func append(_ note: TransportNote) {
    var note = note
    note.time = note.time ?? now
    items.append(.note(note))
  }

  mutating func append(_ start: MetadataPES) { items.append(.start(start)) }

  mutating func append(_ section: SpliceSection) { items.append(.splice(section)) }

  /// Appends complete packets that the consumer takes in one piece.
  mutating func append(packets: some Collection<UInt8>) {
    items.append(.packets(packets.count / TransportPacket.byteCount))
    bytes.append(contentsOf: packets)
    byteCount += Int64(packets.count)
  }

  /// Whether all items and all packets are taken.
  var isEmpty: Bool { nextItem == items.count && nextByte == bytes.count }

  /// The next item; nil when all items have been taken.
  mutating func next() -> SieveItem? {
    guard nextItem < items.count else {
      items.removeAll(keepingCapacity: true)
      nextItem = 0
      return nil
    }
    defer { nextItem += 1 }
    return items[nextItem]
  }

  /// Copies the bytes that a `packets` item announced, as many as fit. Returns the number of bytes copied.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - nextByte)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[nextByte..<nextByte + count]))
    }
    nextByte += count
    if nextByte == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      nextByte = 0
    }
    return count
  }
}
