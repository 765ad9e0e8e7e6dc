import Dispatch
import Synchronization

/// Reads a large regular file with two threads, chunk by chunk in order: while the consumer works on
/// one chunk, a helper reads the next ones, and where the consumer would wait for the helper it reads
/// a chunk itself. Copying from the kernel is most of the work of reading a file; this way two cores
/// share it.
final class FileChunks: Sendable {
  /// Files below this size are read by the consumer alone: starting a thread would cost more than it
  /// saves. 16 MiB.
  static let minimumFileSize: Int64 = 16 << 20
  /// Bytes of a chunk: small enough that what was read is still in the processor's cache when it is
  /// looked at.
  static let chunkSize = 512 << 10
  /// Chunks in memory.
  static let slotCount = 4

  /// What is known of a slot.
  private enum Slot {
    case empty
    case claimed
    case filled(Result<Int, TimedMetadataError>)
  }

  private struct State {
    var slots = [Slot](repeating: .empty, count: FileChunks.slotCount)
    /// The first chunk nobody has begun to read.
    var unclaimed = 0
    /// The chunk the consumer works on or waits for: those before it are done.
    var current = 0
    var helperWaits = false
    var consumerWaits = false
    var isAbandoned = false
  }

  let file: FileSource
  private let chunkCount: Int
  private let buffers: [ChunkBuffer]
  private let state = Mutex(State())
  private let roomForHelper = DispatchSemaphore(value: 0)
  private let chunkForConsumer = DispatchSemaphore(value: 0)

  /// Starts reading; nil when the file is too small to be worth it.
  init?(_ file: FileSource) {
    guard let size = file.size, size >= Self.minimumFileSize else { return nil }
    self.file = file
    chunkCount = Int(size) / Self.chunkSize
    buffers = (0..<Self.slotCount).map { _ in ChunkBuffer(chunkSize: Self.chunkSize) }
    DispatchQueue(label: "id3tap.read-ahead").async { [self] in help() }
  }

  /// Ends the helper's work: nobody will take another chunk.
  func abandon() {
    let wakesHelper = state.withLock { state in
      state.isAbandoned = true
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
  }

  /// Where a chunk will stand; nil behind the last whole chunk of the size that the file had at the
  /// start. The room in front of the chunk belongs to the consumer once the chunk is the next to take.
  func buffer(ofChunk chunk: Int) -> ChunkBuffer? {
    chunk < chunkCount ? buffers[chunk % Self.slotCount] : nil
  }

  /// Waits for a chunk and returns the number of bytes in it, which is less than a chunk only when the
  /// file has become shorter. Chunks are taken in order; the one before is given back.
  func take(_ chunk: Int) throws(TimedMetadataError) -> Int {
    let slot = chunk % Self.slotCount
    let wakesHelper = state.withLock { state in
      if chunk > 0 { state.slots[(chunk - 1) % Self.slotCount] = .empty }
      state.current = chunk
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
    while true {
      let filled = state.withLock { state -> Result<Int, TimedMetadataError>? in
        if case .filled(let result) = state.slots[slot] { return result }
        return nil
      }
      if let filled { return try filled.get() }
      if let own = claim() {
        read(own)
        continue
      }
      let waits = state.withLock { state in
        if case .filled = state.slots[slot] { return false }
        state.consumerWaits = true
        return true
      }
      if waits { chunkForConsumer.wait() }
    }
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
      state.slots[state.unclaimed % Self.slotCount] = .claimed
      return state.unclaimed
    }
  }

  private func read(_ chunk: Int) {
    let slot = chunk % Self.slotCount
    let result: Result<Int, TimedMetadataError>
    do {
      result = .success(
        try file.read(into: buffers[slot].chunk, at: Int64(chunk) * Int64(Self.chunkSize))
      )
    } catch {
      result = .failure(error)
    }
    let wakesConsumer = state.withLock { state in
      state.slots[slot] = .filled(result)
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if wakesConsumer { chunkForConsumer.signal() }
  }
}
