import Presentation
import Synchronization
import System

/// Bytes between the network's thread, which must not wait, and the consumer's, which may.
final class ByteQueue: Sendable {
  /// Bytes are put together in blocks of this size.
  fileprivate static let blockSize = 64 << 10
  /// Parts of this size get a whole block at once.
  fileprivate static let largePart = 4 << 10

  fileprivate struct State {
    var response: ResourceResponse?
    var blocks: [[UInt8]] = []
    var byteCount = 0
    var hasHandedOn = false
    /// Nothing more will come.
    var ending: Result<Void, ResourceError>?
    var consumerWaits = false
    /// To be called when there is room again.
    var whenRoom: (@Sendable () -> Void)?
  }

  /// Bytes that the consumer has taken and not read yet.
  fileprivate struct Block {
    var bytes: [UInt8] = []
    var position = 0
  }

  private let capacity: Int
  private let state = Mutex(State())
  /// Whether something has come for the consumer that waits.
  private let arrival = Monitor(false)
  private let current = Mutex(Block())

  /// A queue that asks to pause when `capacity` bytes are in it.
  init(capacity: Int) { self.capacity = max(1, capacity) }
}

// MARK: - For the network

extension ByteQueue {
  /// Whether bytes have been given to the consumer.
  var hasHandedOn: Bool { state.withLock(\.hasHandedOn) }

  /// Whether it is over, also because the consumer needs nothing more.
  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  /// Announces the response. Returns the one that was announced first.
  func announce(_ response: ResourceResponse) -> ResourceResponse {
    update { state in
      let first = state.response ?? response
      state.response = first
      return first
    }
  }

  /// Adds bytes. False when it is full with them: `whenRoom` is called then, on any thread, as soon as
  /// half of it has been read.
  func append(_ bytes: UnsafeRawBufferPointer, whenRoom: @escaping @Sendable () -> Void) -> Bool {
    update { state in
      guard state.ending == nil, !bytes.isEmpty else { return true }
      state.add(bytes)
      guard state.byteCount >= capacity, state.whenRoom == nil else { return true }
      state.whenRoom = whenRoom
      return false
    }
  }

  /// Drops what the consumer has not seen; false when it has seen something.
  func restart() -> Bool {
    state.withLock { state in
      guard !state.hasHandedOn else { return false }
      state.blocks.removeAll(keepingCapacity: true)
      state.byteCount = 0
      return true
    }
  }

  /// Ends it; the first ending counts.
  func finish(_ ending: Result<Void, ResourceError>) {
    update { state in if state.ending == nil { state.ending = ending } }
  }

  private func update<Value>(_ body: (inout State) -> Value) -> Value {
    let (value, wakes) = state.withLock { state in
      let value = body(&state)
      defer { state.consumerWaits = false }
      return (value, state.consumerWaits)
    }
    if wakes { arrival.withLock { $0 = true } }
    return value
  }
}

extension ByteQueue.State {
  fileprivate mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let last = blocks.count - 1
    if last >= 0, blocks[last].count + bytes.count <= ByteQueue.blockSize {
      blocks[last].append(contentsOf: bytes)
      return
    }
    var block: [UInt8] = []
    // Tiny parts that are read one by one do not hold memory of their own.
    if bytes.count >= ByteQueue.largePart { block.reserveCapacity(ByteQueue.blockSize) }
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
  /// Whether a read would not wait.
  var isReady: Bool {
    current.withLock { $0.position < $0.bytes.count }
      || state.withLock { $0.byteCount > 0 || $0.ending != nil }
  }

  /// Waits until a read would not wait, but not longer than `limit`.
  func waitUntilReady(atMost limit: Duration) {
    let end = MonotonicClock.now + min(limit, .seconds(86_400)) / .seconds(1)
    while true {
      let isReady = isReady
      let waits =
        !isReady
        && state.withLock { state in
          guard state.byteCount == 0, state.ending == nil else { return false }
          state.consumerWaits = true
          return true
        }
      guard waits, arrival.wait(atMost: end - MonotonicClock.now, for: Self.take) != nil else {
        return
      }
    }
  }

  /// Takes an arrival; nil when there is none.
  private static func take(_ hasArrived: inout Bool) -> Void? {
    guard hasArrived else { return nil }
    hasArrived = false
    return ()
  }

  /// Waits until it is known what is coming.
  func response() throws(ResourceError) -> ResourceResponse {
    while true {
      let known = state.withLock { state -> Result<ResourceResponse, ResourceError>? in
        if case .failure(let error) = state.ending,
          error.code == .cancelled || state.response == nil
        {
          return .failure(error)
        }
        if let response = state.response { return .success(response) }
        state.consumerWaits = true
        return nil
      }
      if let known { return try known.get() }
      arrival.wait(for: Self.take)
    }
  }

  /// Waits for bytes and copies as many as are there.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    // Where bytes come faster than they are read, nothing here ever waits.
    CoroutinePool.endLongTurn()
    var filled = 0
    while true {
      filled += current.withLock {
        $0.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if filled == buffer.count { return filled }
      if let next = take(waiting: filled == 0) {
        guard let bytes = try next.get() else { return filled }
        current.withLock { $0 = Block(bytes: bytes) }
      } else if filled > 0 {
        return filled
      } else {
        arrival.wait(for: Self.take)
      }
    }
  }

  /// Ends it for the consumer, which gets `error` from now on.
  func cancel(_ error: ResourceError) {
    let room = update { state in
      if state.ending == nil || state.byteCount > 0 { state.ending = .failure(error) }
      state.blocks.removeAll()
      state.byteCount = 0
      return state.takeWhenRoom()
    }
    room?()
  }

  /// The next part, or the end (nil in a success); nil when there is nothing now. An end is only
  /// taken when the consumer would wait: bytes before it go first.
  private func take(waiting: Bool) -> Result<[UInt8]?, ResourceError>? {
    let (part, room) = state.withLock {
      state -> (Result<[UInt8]?, ResourceError>?, (@Sendable () -> Void)?) in
      if !state.blocks.isEmpty {
        // There are few.
        let block = state.blocks.removeFirst()
        state.byteCount -= block.count
        state.hasHandedOn = true
        return (.success(block), state.byteCount <= capacity / 2 ? state.takeWhenRoom() : nil)
      }
      guard waiting else { return (nil, nil) }
      if let ending = state.ending { return (ending.map { nil }, nil) }
      state.consumerWaits = true
      return (nil, nil)
    }
    room?()
    return part
  }
}

extension ByteQueue.Block {
  /// Copies as many bytes as fit; returns their number. Empty blocks release their memory.
  fileprivate mutating func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(bytes.count - position, target.count)
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
    }
    position += count
    if position == bytes.count { self = ByteQueue.Block() }
    return count
  }
}
