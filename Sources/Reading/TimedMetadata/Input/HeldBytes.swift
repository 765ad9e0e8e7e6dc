import TransportStream

/// More bytes are needed: what was begun is begun again when they have come.
struct NeedsMoreBytes: Error {}

/// The bytes of a segment that a parser has been fed and has not used yet, with their position. They end with the segment.
final class HeldBytes {
  /// Larger tags before and between media are not read: 1 MiB.
  static let maximumTagSize = 1 << 20
  /// Memory that is kept while no bytes are held: 64 KiB.
  private static let keptCapacity = 64 << 10

  private static var none: UnsafeMutableRawBufferPointer { .init(start: nil, count: 0) }

  /// The bytes that have come; valid until the next are fed.
  private(set) var bytes = UnsafeRawBufferPointer(none)
  /// Whether the segment has ended: the bytes are its last.
  private(set) var isAtEnd = false
  /// The bytes to be passed over that have not come yet, and those of them that have.
  private(set) var (passing, passed): (Int64, Int64) = (0, 0)
  private var counter = PositionCounter()
  private var memory = none

  deinit { memory.deallocate() }

  /// The position of the first of the bytes.
  var position: StreamPosition { counter.position() }

  /// The position of the byte at an index.
  func position(of index: Int) -> StreamPosition { counter.position(index) }

  /// A segment begins, or a part of the current one.
  func begin(_ segment: SegmentStart) {
    counter.begin(segment: segment.number, at: segment.offset, after: bytes.count)
    if !segment.isPart { isAtEnd = false }
  }

  /// Adds the next bytes of the segment, and keeps those that `use` leaves.
  func feed(_ chunk: UnsafeRawBufferPointer, _ use: () -> Void) {
    let count = Int(min(passing, Int64(chunk.count)))
    passOver(count)
    let chunk = UnsafeRawBufferPointer(rebasing: chunk.dropFirst(count))
    let isKept = !bytes.isEmpty
    if isKept { keep(bytes, chunk) } else { bytes = chunk }
    use()
    if !isKept { keep(bytes, UnsafeRawBufferPointer(Self.none)) }
  }

  /// Moves bytes into the memory.
  private func keep(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) {
    let count = first.count + second.count
    if count > memory.count || count == 0 && memory.count > Self.keptCapacity {
      let capacity = count == 0 ? 0 : max(count, min(2 * count, count + 1 << 20))
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: first)
      memory.deallocate()
      memory = larger
    } else if first.baseAddress != memory.baseAddress.map({ UnsafeRawPointer($0) }) {
      memory.copyMemory(from: first)
    }
    UnsafeMutableRawBufferPointer(rebasing: memory[first.count...]).copyMemory(from: second)
    bytes = UnsafeRawBufferPointer(rebasing: memory[..<count])
  }

  /// The segment has ended: `use` takes the last bytes, and those it leaves are dropped.
  func end(_ use: () -> Void) {
    isAtEnd = true
    use()
    self.use(bytes.count)
    (passing, passed) = (0, 0)
    // The next segment may be waited for much longer than it is read.
    memory.deallocate()
    (memory, bytes) = (Self.none, UnsafeRawBufferPointer(Self.none))
  }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) {
    let used = min(count, bytes.count)
    bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(used))
    counter.use(Int64(used))
  }

  /// Whether `count` bytes have come; false: the segment has fewer.
  /// - Throws: When more may come.
  @discardableResult
  func need(_ count: Int) throws(NeedsMoreBytes) -> Bool {
    if bytes.count >= count { return true }
    guard isAtEnd else { throw NeedsMoreBytes() }
    return false
  }

  /// Takes `count` bytes, or fewer where the segment ends.
  func take(_ count: Int) throws(NeedsMoreBytes) -> [UInt8] {
    try need(count)
    defer { use(count) }
    return Array(bytes.prefix(count))
  }

  /// Passes over `count` bytes of the segment; `max`: over all that are left.
  func pass(_ count: Int64) {
    (passing, passed) = (count, 0)
    passOver(Int(min(count, Int64(bytes.count))))
  }

  private func passOver(_ count: Int) {
    guard count > 0 else { return }
    let held = min(count, bytes.count)
    bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(held))
    leaveOut(Int64(count))
  }

  /// Bytes that are passed over do not come.
  func leaveOut(_ count: Int64) {
    counter.use(count)
    passing -= passing == .max ? 0 : count
    passed += count
  }
}
