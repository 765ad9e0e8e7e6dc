import TransportStream

/// Thrown when more bytes are needed. The interrupted operation is repeated from its start once they have arrived.
struct NeedsMoreBytes: Error {}

/// The bytes of a segment that were fed to a parser and not used yet, with their position. They are dropped at the end
/// of the segment.
final class HeldBytes {
  /// The maximum size, in bytes, of a tag that is read before or between media: 1 MiB.
  static let maximumTagSize = 1 << 20
  /// The memory, in bytes, that may stay allocated while no bytes are held: 64 KiB.
  private static let keptCapacity = 64 << 10

  private static var none: UnsafeMutableRawBufferPointer { .init(start: nil, count: 0) }

  /// The unused bytes, which are valid until more are fed.
  private(set) var bytes = UnsafeRawBufferPointer(none)
  /// Whether the segment has ended, so that no more bytes will come.
  private(set) var isAtEnd = false
  /// The number of bytes that are still to be skipped, and the number that have been skipped since `pass` was called.
  private(set) var (passing, passed): (Int64, Int64) = (0, 0)
  private var counter = PositionCounter()
  private var memory = none

  deinit { memory.deallocate() }

  /// The position of the first unused byte.
  var position: StreamPosition { counter.position() }

  func position(of index: Int) -> StreamPosition { counter.position(index) }

  func begin(_ segment: SegmentStart) {
    counter.begin(segment: segment.number, at: segment.offset, after: bytes.count)
    if !segment.isPart { isAtEnd = false }
  }

  /// Adds the next bytes of the segment, and keeps those that `use` does not use.
  func feed(_ chunk: UnsafeRawBufferPointer, _ use: () -> Void) {
    let count = Int(min(passing, Int64(chunk.count)))
    passOver(count)
    let chunk = UnsafeRawBufferPointer(rebasing: chunk.dropFirst(count))
    let isKept = !bytes.isEmpty
    if isKept { keep(bytes, chunk) } else { bytes = chunk }
    use()
    if !isKept { keep(bytes, UnsafeRawBufferPointer(Self.none)) }
  }

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

  /// Ends the segment: `use` processes the last bytes, and those it does not use are dropped.
  func end(_ use: () -> Void) {
    isAtEnd = true
    use()
    self.use(bytes.count)
    (passing, passed) = (0, 0)
    // The memory is freed, because the wait for the next segment may be long.
    memory.deallocate()
    (memory, bytes) = (Self.none, UnsafeRawBufferPointer(Self.none))
  }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) {
    let used = min(count, bytes.count)
    bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(used))
    counter.use(Int64(used))
  }

  /// Returns whether `count` bytes are available; false if fewer bytes are left in the segment.
  /// - Throws: ``NeedsMoreBytes`` if fewer are available and more may come.
  @discardableResult
  func need(_ count: Int) throws(NeedsMoreBytes) -> Bool {
    if bytes.count >= count { return true }
    guard isAtEnd else { throw NeedsMoreBytes() }
    return false
  }

  /// Removes and returns `count` bytes, or fewer at the end of the segment.
  func take(_ count: Int) throws(NeedsMoreBytes) -> [UInt8] {
    try need(count)
    defer { use(count) }
    return Array(bytes.prefix(count))
  }

  /// Skips `count` bytes of the segment, including those that have not arrived; `max` skips to the end of the segment.
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

  /// Records that `count` of the bytes to skip have been skipped, whether they were fed or not.
  func leaveOut(_ count: Int64) {
    counter.use(count)
    passing -= passing == .max ? 0 : count
    passed += count
  }
}
