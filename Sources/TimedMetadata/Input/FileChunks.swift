import CFileMapping
import Dispatch
import Synchronization

/// The whole chunks of a large regular file, mapped into memory and given out in order. While the consumer works
/// on one chunk, a helper loads the next ones and lets go of those that were used; where the consumer would wait
/// for the helper it loads a chunk itself. Nothing is copied, and the memory in use does not grow with the file.
///
/// A file that becomes shorter meanwhile, or a disk that fails, ends no process: see `CFileMapping`.
final class FileChunks: Sendable {
  /// Files below this size are read: starting a thread would cost more than it saves. 16 MiB.
  static let minimumFileSize: Int64 = 16 << 20
  /// Bytes of a chunk: whole pages, and much less than what a processor's cache holds.
  static let chunkSize = 512 << 10
  /// Chunks that are loaded in front of the consumer.
  static let chunksAhead = 4
  /// Chunks behind the consumer that stay: those with bytes that it has not used yet.
  static let chunksBehind = ChunkBuffer.carryCapacity / chunkSize + 2

  /// The memory; unmapped with the last reference to it.
  private final class Mapping: @unchecked Sendable {
    let mapping: OpaquePointer
    let bytes: UnsafeRawPointer

    init?(_ file: FileSource, length: Int) {
      guard let mapping = id3tap_mapping_create(file.descriptor, length) else { return nil }
      guard let bytes = id3tap_mapping_bytes(mapping) else { return nil }
      self.mapping = mapping
      self.bytes = bytes
    }

    deinit { id3tap_mapping_free(mapping) }

    func load(_ chunk: Int) -> Bool {
      id3tap_mapping_load(mapping, chunk * FileChunks.chunkSize, FileChunks.chunkSize)
    }

    func release(_ chunk: Int) {
      id3tap_mapping_release(mapping, chunk * FileChunks.chunkSize, FileChunks.chunkSize)
    }
  }

  private struct State {
    /// Whether the chunks from the current one on are loaded; nil: not yet.
    var isLoaded = [Bool?](repeating: nil, count: FileChunks.chunksAhead)
    /// The first chunk nobody has begun to load.
    var unclaimed = 0
    /// The first chunk whose memory is not given back.
    var unreleased = 0
    /// The chunk the consumer works on or waits for: those before it are done.
    var current = 0
    var helperWaits = false
    var consumerWaits = false
    var isAbandoned = false
  }

  let file: FileSource
  /// All bytes of the file as it was at the start, up to the last whole chunk.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: mapping.bytes, count: chunkCount * Self.chunkSize)
  }

  private let mapping: Mapping
  private let chunkCount: Int
  private let state = Mutex(State())
  private let workForHelper = DispatchSemaphore(value: 0)
  private let chunkForConsumer = DispatchSemaphore(value: 0)

  /// Starts to load; nil when the file is too small to be worth it, or cannot be mapped.
  init?(_ file: FileSource) {
    guard let size = file.size, size >= Self.minimumFileSize else { return nil }
    chunkCount = Int(size) / Self.chunkSize
    guard let mapping = Mapping(file, length: chunkCount * Self.chunkSize) else { return nil }
    self.file = file
    self.mapping = mapping
    DispatchQueue(label: "id3tap.read-ahead").async { [self] in help() }
  }

  /// Ends the helper's work: nobody will take another chunk.
  func abandon() {
    let wakesHelper = state.withLock { state in
      state.isAbandoned = true
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { workForHelper.signal() }
  }

  /// Whether bytes were given out as zeros because they could not be read any more.
  var isBroken: Bool { id3tap_mapping_is_broken(mapping.mapping) }

  /// Waits until a chunk is loaded; chunks are taken in order. False: there is no such whole chunk, or the
  /// file has become too short for it. What there is of it can be read from the file.
  func take(_ chunk: Int) -> Bool {
    guard chunk < chunkCount else { return false }
    let slot = chunk % Self.chunksAhead
    let wakesHelper = state.withLock { state in
      if chunk > 0 { state.isLoaded[(chunk - 1) % Self.chunksAhead] = nil }
      state.current = chunk
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { workForHelper.signal() }
    while true {
      if let isLoaded = state.withLock({ $0.isLoaded[slot] }) { return isLoaded }
      if let own = claim() {
        load(own)
        continue
      }
      let waits = state.withLock { state in
        if state.isLoaded[slot] != nil { return false }
        state.consumerWaits = true
        return true
      }
      if waits { chunkForConsumer.wait() }
    }
  }

  private func help() {
    while true {
      if let chunk = claim() {
        load(chunk)
        continue
      }
      if let chunk = unreleased() {
        mapping.release(chunk)
        continue
      }
      let waits = state.withLock { state -> Bool? in
        if state.isAbandoned || state.unclaimed >= chunkCount { return nil }
        if state.unclaimed < state.current + Self.chunksAhead { return false }
        state.helperWaits = true
        return true
      }
      guard let waits else { return }
      if waits { workForHelper.wait() }
    }
  }

  private func claim() -> Int? {
    state.withLock { state in
      guard !state.isAbandoned, state.unclaimed < chunkCount,
        state.unclaimed < state.current + Self.chunksAhead
      else { return nil }
      defer { state.unclaimed += 1 }
      return state.unclaimed
    }
  }

  private func unreleased() -> Int? {
    state.withLock { state in
      guard state.unreleased + Self.chunksBehind < state.current else { return nil }
      defer { state.unreleased += 1 }
      return state.unreleased
    }
  }

  private func load(_ chunk: Int) {
    let isLoaded = mapping.load(chunk)
    let wakesConsumer = state.withLock { state in
      state.isLoaded[chunk % Self.chunksAhead] = isLoaded
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if wakesConsumer { chunkForConsumer.signal() }
  }
}
