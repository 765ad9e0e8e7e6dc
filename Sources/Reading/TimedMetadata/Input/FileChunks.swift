import Dispatch
import Synchronization

/// Reads a large regular file with two threads, chunk by chunk in order. While the consumer processes one chunk, a
/// helper reads the next ones. Before the consumer waits for the helper, it reads further chunks itself. Most of the
/// time for reading a file is spent copying from the kernel, so two cores share this work. `Benchmarks/README.md`
/// compares this method with mapping the file.
final class FileChunks: Sendable {
  /// The minimum size, in bytes, of a file that two threads read: 16 MiB. For smaller files, starting a thread costs
  /// more than it saves.
  static let minimumFileSize: Int64 = 16 << 20
  /// The size of a chunk, in bytes: small enough that a chunk is still in the processor's cache when it is processed.
  static let chunkSize = 256 << 10
  /// The number of chunks in memory.
  static let slotCount = 4

  /// The memory of one chunk.
  ///
  /// Unchecked: only the thread that claimed the chunk writes it, before it is filled, and only the consumer reads it
  /// after that.
  private final class Slot: @unchecked Sendable {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FileChunks.chunkSize,
      alignment: 4096
    )

    deinit { memory.deallocate() }
  }

  private struct State {
    /// The number of bytes in each slot, or the error; nil if the slot has not been read yet.
    var filled = [Result<Int, TimedMetadataError>?](repeating: nil, count: FileChunks.slotCount)
    /// The first chunk that no thread has begun to read.
    var unclaimed = 0
    /// The chunk that the consumer processes or waits for. Earlier chunks are done.
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

  /// Starts reading; nil if the size of the file is unknown, or too small to benefit.
  init?(_ file: FileSource) {
    guard let size = file.size, size >= Self.minimumFileSize else { return nil }
    self.file = file
    chunkCount = Int(size) / Self.chunkSize
    slots = (0..<Self.slotCount).map { _ in Slot() }
    DispatchQueue(label: "id3tap.read-ahead").async { [self] in help() }
  }

  /// Ends the helper. No chunk may be taken afterwards.
  func abandon() {
    let wakesHelper = state.withLock { state in
      state.isAbandoned = true
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { roomForHelper.signal() }
  }

  /// Waits for a chunk and returns its bytes, which are fewer than `chunkSize` only if the file has become shorter. Nil
  /// if the file ends before the end of that chunk. Chunks must be taken in order; the previous one's memory is reused.
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
