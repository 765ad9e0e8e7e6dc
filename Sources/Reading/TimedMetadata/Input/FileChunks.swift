import Dispatch
import Synchronization

/// Reads a large regular file with two threads, chunk by chunk in order. While the consumer works on one chunk, a
/// helper reads the next ones; where the consumer would wait for the helper it reads a chunk itself. Copying from
/// the kernel is most of the work of reading a file: this way two cores share it. `Benchmarks/README.md` compares
/// it with a mapping of the file.
final class FileChunks: Sendable {
  /// Files below this size are read by the consumer alone: starting a thread would cost more than it
  /// saves. 16 MiB.
  static let minimumFileSize: Int64 = 16 << 20
  /// Bytes of a chunk: small enough that what was read is still in the processor's cache when it is
  /// looked at.
  static let chunkSize = 256 << 10
  /// Chunks in memory.
  static let slotCount = 4

  /// Memory for one chunk.
  ///
  /// Unchecked: only the thread that claimed the chunk writes it, before it is filled, and only the consumer reads it after.
  private final class Slot: @unchecked Sendable {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FileChunks.chunkSize,
      alignment: 4096
    )

    deinit { memory.deallocate() }
  }

  private struct State {
    /// By slot; nil: not read yet.
    var filled = [Result<Int, TimedMetadataError>?](repeating: nil, count: FileChunks.slotCount)
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

  /// Waits for a chunk and returns its bytes, which are less than a chunk only when the file has become shorter; nil: the
  /// file has no such whole chunk. Chunks are taken in order; the memory of the one before is used again.
  func take(_ chunk: Int) throws(TimedMetadataError) -> UnsafeRawBufferPointer? {
    guard chunk < chunkCount else { return nil }
    let slot = chunk % Self.slotCount
    let wakesHelper = state.withLock { state in
      if chunk > 0 { state.filled[(chunk - 1) % Self.slotCount] = nil }
      state.current = chunk
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
    while true {
      if let filled = state.withLock({ $0.filled[slot] }) {
        return UnsafeRawBufferPointer(rebasing: slots[slot].memory[..<(try filled.get())])
      }
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
      try file.read(into: slot.memory, at: position)
    }
    let wakesConsumer = state.withLock { state in
      state.filled[chunk % Self.slotCount] = byteCount
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if wakesConsumer { chunkForConsumer.signal() }
  }
}
