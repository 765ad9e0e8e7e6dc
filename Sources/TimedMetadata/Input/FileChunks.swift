import Dispatch
import Synchronization
import TransportStream

/// Reads a large regular file with two threads, chunk by chunk in order. While the consumer works on one chunk, a
/// helper reads the next ones; where the consumer would wait for the helper it reads a chunk itself. Copying from
/// the kernel is most of the work of reading a file: this way two cores share it. `Benchmarks/README.md` compares
/// it with a mapping of the file.
///
/// Where packets are expected, reading also collects their headers, while the bytes are in the cache of the
/// processor that copied them.
final class FileChunks: Sendable {
  /// Files below this size are read by the consumer alone: starting a thread would cost more than it
  /// saves. 16 MiB.
  static let minimumFileSize: Int64 = 16 << 20
  /// Bytes of a chunk: small enough that what was read is still in the processor's cache when it is
  /// looked at.
  static let chunkSize = 256 << 10
  /// Chunks in memory.
  static let slotCount = 4

  /// Packets start every `stride` bytes, the first of them `phase` bytes after the start of the file.
  private struct Packets: Equatable {
    let phase: Int
    let stride: Int
  }

  /// The result of reading a chunk.
  private struct Filled {
    let byteCount: Result<Int, TimedMetadataError>
    let headers: PacketHeaders?
  }

  /// Memory for one chunk and the headers of its packets.
  private final class Slot: @unchecked Sendable {
    let buffer = ChunkBuffer(chunkSize: FileChunks.chunkSize)
    let headers = UnsafeMutableBufferPointer<UInt32>.allocate(
      capacity: PacketHeaders.capacity(forBytes: FileChunks.chunkSize)
    )

    deinit { headers.deallocate() }
  }

  private struct State {
    /// By slot; nil: not read yet.
    var filled = [Filled?](repeating: nil, count: FileChunks.slotCount)
    /// Where packets are expected; nil: that is not known.
    var packets: Packets?
    /// The first chunk that no thread has begun to read.
    var unclaimed = 0
    /// The chunk the consumer works on or waits for: those before it are done.
    var current = 0
    var helperWaits = false
    var consumerWaits = false
    var isAbandoned = false
  }

  let file: FileSource
  private let chunkCount: Int
  private let slots: [Slot]
  private let state = Mutex(State())
  private let roomForHelper = DispatchSemaphore(value: 0)
  private let chunkForConsumer = DispatchSemaphore(value: 0)

  /// Starts reading; nil when the file is too small to gain by it.
  init?(_ file: FileSource) {
    guard let size = file.size, size >= Self.minimumFileSize else { return nil }
    self.file = file
    chunkCount = Int(size) / Self.chunkSize
    slots = (0..<Self.slotCount).map { _ in Slot() }
    DispatchQueue(label: "id3tap.read-ahead").async { [self] in help() }
  }

  /// Ends the helper's work: no further chunk will be taken.
  func abandon() {
    let wakesHelper = state.withLock { state in
      state.isAbandoned = true
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
  }

  /// The memory of a chunk; nil after the last whole chunk of the size that the file had at the start. The
  /// room before the chunk belongs to the consumer once the chunk is the next to take.
  func buffer(ofChunk chunk: Int) -> ChunkBuffer? {
    chunk < chunkCount ? slots[chunk % Self.slotCount].buffer : nil
  }

  /// Waits for a chunk and returns the number of bytes in it, which is less than a chunk only when the
  /// file has become shorter. Chunks are taken in order; the memory of the one before is used again.
  func take(_ chunk: Int) throws(TimedMetadataError) -> Int {
    let slot = chunk % Self.slotCount
    let wakesHelper = state.withLock { state in
      if chunk > 0 { state.filled[(chunk - 1) % Self.slotCount] = nil }
      state.current = chunk
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
    while true {
      if let filled = state.withLock({ $0.filled[slot] }) { return try filled.byteCount.get() }
      if let own = claim() {
        read(own)
        continue
      }
      let waits = state.withLock { state in
        if state.filled[slot] != nil { return false }
        state.consumerWaits = true
        return true
      }
      if waits { chunkForConsumer.wait() }
    }
  }

  /// The headers of the packets that begin in the chunk taken last, counted from its first byte; nil: it was not
  /// known where packets begin.
  func headers(ofChunk chunk: Int) -> PacketHeaders? {
    state.withLock { $0.filled[chunk % Self.slotCount] }?.headers
  }

  /// Says where a packet begins, in bytes from the start of the file, and how far it is from one to the next.
  func expectPackets(at position: Int64, every stride: Int?) {
    let packets = stride.map { Packets(phase: Int(position % Int64($0)), stride: $0) }
    state.withLock { $0.packets = packets }
  }

  private func help() {
    while true {
      if let chunk = claim() {
        read(chunk)
        continue
      }
      let waits = state.withLock { state -> Bool? in
        if state.isAbandoned || state.unclaimed >= chunkCount { return nil }
        if state.unclaimed < state.current + Self.slotCount { return false }
        state.helperWaits = true
        return true
      }
      guard let waits else { return }
      if waits { roomForHelper.wait() }
    }
  }

  private func claim() -> Int? {
    state.withLock { state in
      guard !state.isAbandoned, state.unclaimed < chunkCount,
        state.unclaimed < state.current + Self.slotCount
      else { return nil }
      defer { state.unclaimed += 1 }
      return state.unclaimed
    }
  }

  private func read(_ chunk: Int) {
    let slot = slots[chunk % Self.slotCount]
    let position = Int64(chunk) * Int64(Self.chunkSize)
    let byteCount = Result { () throws(TimedMetadataError) in
      try file.read(into: slot.buffer.chunk, at: position)
    }
    let packets = state.withLock { $0.packets }
    let headers = packets.flatMap { packets -> PacketHeaders? in
      guard case .success(Self.chunkSize) = byteCount else { return nil }
      let distance = (packets.phase - Int(position % Int64(packets.stride))) % packets.stride
      return PacketHeaders(
        of: UnsafeRawBufferPointer(slot.buffer.chunk),
        from: distance < 0 ? distance + packets.stride : distance,
        stride: packets.stride,
        into: slot.headers
      )
    }
    let wakesConsumer = state.withLock { state in
      state.filled[chunk % Self.slotCount] = Filled(byteCount: byteCount, headers: headers)
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if wakesConsumer { chunkForConsumer.signal() }
  }
}
