import System

/// Passes bytes from the network thread, which must not block, to the consumer's task, which may wait.
final class ByteQueue: Sendable {
  /// The size, in bytes, up to which parts are collected in one block.
  fileprivate static let blockSize = 64 << 10
  /// The minimum size, in bytes, of a part for which a whole block of memory is reserved.
  fileprivate static let largePart = 4 << 10

  fileprivate struct State {
    var response: ResourceResponse?
    /// The number of bytes expected before the end; nil if unknown.
    var toCome: Int64?
    var blocks: [[UInt8]] = []
    var byteCount = 0
    var hasHandedOn = false
    /// The result; nil until the queue has ended.
    var ending: Result<Void, ResourceError>?
    var whenRoom: (@Sendable () -> Void)?
  }

  private let capacity: Int
  private let state = Shared(State())

  /// A queue that requests a pause when it contains `capacity` bytes.
  init(capacity: Int) { self.capacity = max(1, capacity) }
}

// MARK: - For the network thread

extension ByteQueue {
  /// Whether the consumer has received any bytes.
  var hasHandedOn: Bool { state.read { $0.hasHandedOn } }

  /// Whether the queue has ended, including when the consumer needs no more bytes.
  var hasEnded: Bool { state.read { $0.ending != nil } }

  /// Announces the response. Returns the first response that was announced.
  func announce(_ response: ResourceResponse) -> ResourceResponse {
    state.withLock { state in
      let first = state.response ?? response
      if state.response == nil { state.toCome = first.size }
      state.response = first
      return first
    }
  }

  /// Adds bytes, unless the queue has ended. Returns false when it becomes full. `whenRoom` is then called, on any
  /// thread, as soon as the queue is at most half full.
  func append(_ bytes: UnsafeRawBufferPointer, whenRoom: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.ending == nil, !bytes.isEmpty else { return true }
      state.add(bytes)
      guard state.byteCount >= capacity, state.whenRoom == nil else { return true }
      state.whenRoom = whenRoom
      return false
    }
  }

  /// Drops all bytes and returns true if the consumer has not received any bytes; returns false if it has.
  func restart() -> Bool {
    state.withLock { state in
      guard !state.hasHandedOn else { return false }
      state.blocks.removeAll(keepingCapacity: true)
      state.byteCount = 0
      state.toCome = state.response?.size
      return true
    }
  }

  /// Ends the queue. Only the first call has an effect.
  func finish(_ ending: Result<Void, ResourceError>) {
    state.withLock { state in if state.ending == nil { state.ending = ending } }
  }

}

extension ByteQueue.State {
  fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    defer { toCome = toCome.map { $0 - Int64(bytes.count) } }
    let last = blocks.count - 1
    if last >= 0, blocks[last].count + bytes.count <= ByteQueue.blockSize {
      blocks[last].append(contentsOf: bytes)
      return
    }
    var block: [UInt8] = []
    // Tiny parts that are read one by one do not reserve a whole block.
    if bytes.count >= ByteQueue.largePart {
      block.reserveCapacity(min(ByteQueue.blockSize, Int(clamping: toCome ?? .max)))
    }
    block.append(contentsOf: bytes)
    blocks.append(block)
  }

  fileprivate mutating func takeWhenRoom() -> (@Sendable () -> Void)? {
    defer { whenRoom = nil }
    return whenRoom
  }
}

// MARK: - For the consumer

extension ByteQueue {
  /// Waits for the response; nil if the task was cancelled.
  func response() async -> Result<ResourceResponse, ResourceError>? {
    await state.wait { state in
      if case .failure(let error) = state.ending,
        error.code == .cancelled || state.response == nil
      {
        return .failure(error)
      }
      return state.response.map { .success($0) }
    }
  }

  /// Waits for bytes and returns a block of them, or an empty block at the end. An error is returned after all bytes
  /// that were received before it. Nil if the task was cancelled.
  func next() async -> Result<[UInt8], ResourceError>? {
    let next = await state.wait {
      state -> (Result<[UInt8], ResourceError>, (@Sendable () -> Void)?)? in
      guard !state.blocks.isEmpty else { return state.ending.map { ($0.map { [] }, nil) } }
      // There are few blocks, so removing the first is cheap.
      let block = state.blocks.removeFirst()
      state.byteCount -= block.count
      state.hasHandedOn = true
      return (.success(block), state.byteCount <= capacity / 2 ? state.takeWhenRoom() : nil)
    }
    next?.1?()
    return next?.0
  }

  /// Ends the queue for the consumer, which receives `error` from now on, unless the queue has ended and is empty.
  func cancel(_ error: ResourceError) {
    let room = state.withLock { state in
      if state.ending == nil || state.byteCount > 0 { state.ending = .failure(error) }
      state.blocks.removeAll()
      state.byteCount = 0
      return state.takeWhenRoom()
    }
    room?()
  }
}
