import CFileMapping
import Dispatch
import Synchronization
import TransportStream

/// The whole chunks of a large regular file, mapped into memory and returned in order. While the consumer works
/// on one chunk, a helper loads the next ones and releases those that were used; where the consumer would wait
/// for the helper it loads a chunk itself. Nothing is copied, and the memory in use does not grow with the file.
///
/// Where packets are expected, loading also collects their headers: the time for this is spent on the
/// first read of the memory, which two threads share.
///
/// A file that becomes shorter meanwhile, or a disk that fails, ends no process: see `CFileMapping`.
final class FileChunks: Sendable {
  /// Files below this size are read: starting a thread would cost more than it saves. 16 MiB.
  static let minimumFileSize: Int64 = 16 << 20
  /// Bytes of a chunk: whole pages, and much less than what a processor's cache holds.
  static let chunkSize = 512 << 10
  /// Chunks that are loaded before the consumer needs them.
  static let chunksAhead = 4
  /// Used chunks that stay loaded: those with bytes that the consumer may not have used yet.
  static let chunksBehind = ChunkBuffer.carryCapacity / chunkSize + 2

  /// Used chunks that wait for the helper at most.
  private static let chunksWaiting = 8

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

    func release(_ chunks: Range<Int>) {
      let size = FileChunks.chunkSize
      id3tap_mapping_release(mapping, chunks.lowerBound * size, chunks.count * size)
    }
  }

  /// Packets start every `stride` bytes, the first of them `phase` bytes after the start of the file.
  private struct Packets: Equatable {
    let phase: Int
    let stride: Int
  }

  /// What loading a chunk gave.
  private struct Loaded {
    let isComplete: Bool
    let headers: PacketHeaders?
  }

  private final class HeaderMemory: @unchecked Sendable {
    private let words: UnsafeMutableBufferPointer<UInt32>
    private static let capacity = PacketHeaders.capacity(forBytes: FileChunks.chunkSize)

    init() { words = .allocate(capacity: FileChunks.chunksAhead * Self.capacity) }

    deinit { words.deallocate() }

    func slot(of chunk: Int) -> UnsafeMutableBufferPointer<UInt32> {
      let start = chunk % FileChunks.chunksAhead * Self.capacity
      return UnsafeMutableBufferPointer(rebasing: words[start..<start + Self.capacity])
    }
  }

  private struct State {
    /// The chunks from the current one on; nil: not loaded yet.
    var loaded = [Loaded?](repeating: nil, count: FileChunks.chunksAhead)
    /// Where packets are expected; nil: that is not known.
    var packets: Packets?
    /// The first chunk that no thread has begun to load.
    var unclaimed = 0
    /// The first chunk whose memory is not freed.
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
  /// Room for the headers of the chunks in `State.loaded`.
  private let headerMemory: HeaderMemory

  /// Starts to load; nil when the file is too small to gain by it, or cannot be mapped.
  init?(_ file: FileSource) {
    guard let size = file.size, size >= Self.minimumFileSize else { return nil }
    chunkCount = Int(size) / Self.chunkSize
    guard let mapping = Mapping(file, length: chunkCount * Self.chunkSize) else { return nil }
    self.file = file
    self.mapping = mapping
    headerMemory = HeaderMemory()
    DispatchQueue(label: "id3tap.read-ahead").async { [self] in help() }
  }

  /// Ends the helper's work: no further chunk will be taken.
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
  /// file has become too short for it. The available part of it can be read from the file.
  func take(_ chunk: Int) -> Bool {
    guard chunk < chunkCount else { return false }
    let slot = chunk % Self.chunksAhead
    let wakesHelper = state.withLock { state in
      if chunk > 0 { state.loaded[(chunk - 1) % Self.chunksAhead] = nil }
      state.current = chunk
      defer { state.helperWaits = false }
      return state.helperWaits
    }
    if wakesHelper { workForHelper.signal() }
    // The helper may not be scheduled in time on a busy machine.
    release(beyond: Self.chunksWaiting)
    while true {
      if let loaded = state.withLock({ $0.loaded[slot] }) { return loaded.isComplete }
      if let own = claim() {
        load(own)
        continue
      }
      let waits = state.withLock { state in
        if state.loaded[slot] != nil { return false }
        state.consumerWaits = true
        return true
      }
      if waits { chunkForConsumer.wait() }
    }
  }

  /// The headers of the packets that begin in the chunk taken last, counted from the start of the file; nil: it
  /// was not known where packets begin.
  func headers(of chunk: Int) -> PacketHeaders? {
    state.withLock { $0.loaded[chunk % Self.chunksAhead] }?.headers
  }

  /// Says where a packet begins, in bytes from the start of the file, and how far it is from one to the next.
  func expectPackets(at position: Int, every stride: Int?) {
    let packets = stride.map { Packets(phase: position % $0, stride: $0) }
    state.withLock { $0.packets = packets }
  }

  private func help() {
    while true {
      release(beyond: 0)
      if let chunk = claim() {
        load(chunk)
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

  /// Releases chunks that were used, if they are more than `count`.
  private func release(beyond count: Int) {
    let chunks = state.withLock { state -> Range<Int>? in
      let end = state.current - Self.chunksBehind
      guard end - state.unreleased > count else { return nil }
      defer { state.unreleased = end }
      return state.unreleased..<end
    }
    if let chunks { mapping.release(chunks) }
  }

  private func load(_ chunk: Int) {
    let isComplete = mapping.load(chunk)
    let packets = state.withLock { $0.packets }
    let loaded = Loaded(
      isComplete: isComplete,
      headers: isComplete ? packets.map { headers(of: chunk, packets: $0) } : nil
    )
    let wakesConsumer = state.withLock { state in
      state.loaded[chunk % Self.chunksAhead] = loaded
      defer { state.consumerWaits = false }
      return state.consumerWaits
    }
    if wakesConsumer { chunkForConsumer.signal() }
  }

  private func headers(of chunk: Int, packets: Packets) -> PacketHeaders {
    let start = chunk * Self.chunkSize
    let distance = (packets.phase - start) % packets.stride
    return PacketHeaders(
      of: UnsafeRawBufferPointer(rebasing: bytes[start..<start + Self.chunkSize]),
      from: distance < 0 ? distance + packets.stride : distance,
      stride: packets.stride,
      into: headerMemory.slot(of: chunk)
    ).counted(from: -start)
  }
}
