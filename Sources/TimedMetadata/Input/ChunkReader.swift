/// Reads a source chunk by chunk into reused buffers, and keeps what the consumer has not used yet in
/// front of the next chunk.
final class ChunkReader {
  /// 256 KiB: measured as fast as `cat`, and small enough to stay in the processor's cache.
  static let chunkSize = 256 << 10
  /// 1 MiB when the next chunk is read ahead: the hand-over from thread to thread then costs little.
  static let chunkSizeAhead = 1 << 20
  /// A file of at least this size is read ahead; starting a thread for a smaller one takes longer than
  /// it saves: 16 MiB.
  static let sizeForReadingAhead: Int64 = 16 << 20

  let source: any ByteSource
  /// Bytes read from the source.
  private(set) var byteCount: Int64 = 0
  /// Whether the source has ended; the bytes in view are then the last.
  private(set) var isAtEnd = false

  private let ahead: ReadAhead?
  /// The chunk in view.
  private var front: Chunk
  /// The chunk that is read ahead.
  private var back: Chunk?

  /// Memory for one chunk.
  private struct Chunk {
    /// Room for what is left over, then room for a chunk that starts on a page: the kernel copies
    /// faster to aligned memory.
    let memory: UnsafeMutableRawBufferPointer
    var start: Int
    var end: Int

    init(size: Int) {
      memory = .allocate(byteCount: ChunkReader.chunkSize + size, alignment: 4096)
      start = ChunkReader.chunkSize
      end = ChunkReader.chunkSize
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }
    var room: UnsafeMutableRawBufferPointer {
      UnsafeMutableRawBufferPointer(rebasing: memory[ChunkReader.chunkSize...])
    }

    /// Puts `rest` right in front of the room and makes both, with `count` bytes read, the view.
    mutating func view(_ rest: UnsafeRawBufferPointer, count: Int) {
      start = ChunkReader.chunkSize - rest.count
      end = ChunkReader.chunkSize + count
      guard let from = rest.baseAddress, let base = memory.baseAddress else { return }
      (base + start).copyMemory(from: from, byteCount: rest.count)
    }
  }

  init(_ source: any ByteSource) {
    self.source = source
    let readsAhead = (source.size ?? 0) >= Self.sizeForReadingAhead
    let size = readsAhead ? Self.chunkSizeAhead : Self.chunkSize
    front = Chunk(size: size)
    back = readsAhead ? Chunk(size: size) : nil
    ahead = readsAhead ? ReadAhead(source) : nil
  }

  deinit {
    // A read that is still in flight writes into the memory: it must end first. What it gave, and
    // whether it failed, nobody wants to know any more.
    if let ahead, ahead.isInFlight { _ = try? ahead.finish() }
    front.memory.deallocate()
    back?.memory.deallocate()
  }

  /// The bytes read and not used.
  var bytes: UnsafeRawBufferPointer { front.bytes }

  /// Marks the first `count` bytes as used.
  func use(_ count: Int) { front.start += min(count, front.end - front.start) }

  /// Reads once and puts the bytes behind those in view. Returns false at the end of the source, or
  /// when more than 256 KiB are in view that nobody used.
  @discardableResult
  func readMore() throws(TimedMetadataError) -> Bool {
    guard !isAtEnd, bytes.count <= Self.chunkSize else { return false }
    let count = try readNext()
    isAtEnd = count == 0
    byteCount += Int64(count)
    return count > 0
  }

  private func readNext() throws(TimedMetadataError) -> Int {
    // What is left over is less than a few packets: moving it costs next to nothing.
    guard let ahead, var next = back else {
      let rest = bytes.count
      front.view(bytes, count: 0)
      let count = try source.read(into: front.room)
      front.end = front.start + rest + count
      return count
    }
    if !ahead.isInFlight { ahead.begin(into: next.room) }
    let count = try ahead.finish()
    next.view(bytes, count: count)
    (front, back) = (next, front)
    if count > 0, let room = back?.room { ahead.begin(into: room) }
    return count
  }

  /// Reads until at least `count` bytes are in view or the source has ended.
  func fill(to count: Int) throws(TimedMetadataError) {
    while bytes.count < count, try readMore() {}
  }
}
