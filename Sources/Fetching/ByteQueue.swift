import Dispatch
import NIOCore
import Synchronization
import TimedMetadata

/// Bytes between the network's thread, which must not wait, and the consumer's, which may.
final class ByteQueue: Sendable {
  /// Parts smaller than this are put together.
  fileprivate static let smallPart = 4 << 10
  /// Parts are put together up to this size.
  fileprivate static let joinedPart = 64 << 10

  fileprivate struct State {
    var response: ResourceResponse?
    var parts = CircularBuffer<ByteBuffer>()
    var byteCount = 0
    var hasHandedOn = false
    /// Nothing more will come.
    var ending: Result<Void, ResourceError>?
    var consumerWaits = false
    /// Succeeds when there is room again.
    var room: EventLoopPromise<Void>?
  }

  private let capacity: Int
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)
  /// What the consumer has taken and not read yet.
  private let current = Mutex(ByteBuffer())

  /// A queue that asks to pause when `capacity` bytes are in it.
  init(capacity: Int) { self.capacity = max(1, capacity) }
}

// MARK: - For the network

extension ByteQueue {
  /// Whether bytes have been given to the consumer.
  var hasHandedOn: Bool { state.withLock(\.hasHandedOn) }

  /// Whether it is over, be it that the consumer wants nothing more.
  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  /// Tells what is coming. Returns what was told the first time.
  func announce(_ response: ResourceResponse) -> ResourceResponse {
    update { state in
      let first = state.response ?? response
      state.response = first
      return first
    }
  }

  /// Adds bytes. The future succeeds when there is room for more; nil: there is now.
  func append(_ bytes: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<Void>? {
    let room = update { state -> EventLoopPromise<Void>? in
      guard state.ending == nil, bytes.readableBytes > 0 else { return nil }
      state.add(bytes)
      guard state.byteCount >= capacity, state.room == nil else { return nil }
      let room = eventLoop.makePromise(of: Void.self)
      state.room = room
      return room
    }
    return room?.futureResult
  }

  /// Drops what the consumer has not seen; false when it has seen something.
  func restart() -> Bool {
    state.withLock { state in
      guard !state.hasHandedOn else { return false }
      state.parts.removeAll(keepingCapacity: true)
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
    if wakes { arrival.signal() }
    return value
  }
}

extension ByteQueue.State {
  /// Small parts are joined: they would hold much more memory than they fill.
  fileprivate mutating func add(_ bytes: ByteBuffer) {
    byteCount += bytes.readableBytes
    let isSmall =
      bytes.readableBytes < ByteQueue.smallPart || bytes.readableBytes < bytes.storageCapacity / 4
    guard isSmall else { return parts.append(bytes) }
    guard let last = parts.last, last.readableBytes < ByteQueue.joinedPart else {
      return parts.append(ByteBuffer(bytes: bytes.readableBytesView))
    }
    // Taken out, so that it is written in place.
    var joined = parts.removeLast()
    joined.writeImmutableBuffer(bytes)
    parts.append(joined)
  }
}

// MARK: - For the consumer

extension ByteQueue {
  /// Whether a read would not wait.
  var isReady: Bool {
    current.withLock { $0.readableBytes > 0 }
      || state.withLock { $0.byteCount > 0 || $0.ending != nil }
  }

  /// Waits until a read would not wait, but not longer than `limit`.
  func waitUntilReady(atMost limit: Duration) {
    let end = DispatchTime.now() + .nanoseconds(TimeAmount(limit).clampedNanoseconds)
    while true {
      let isReady = isReady
      let waits =
        !isReady
        && state.withLock { state in
          guard state.byteCount == 0, state.ending == nil else { return false }
          state.consumerWaits = true
          return true
        }
      guard waits, arrival.wait(timeout: end) == .success else { return }
    }
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
      arrival.wait()
    }
  }

  /// Waits for bytes and copies as many as are there.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ResourceError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    var filled = 0
    while true {
      filled += current.withLock {
        $0.readAll(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if filled == buffer.count { return filled }
      if let next = take(waiting: filled == 0) {
        guard let part = try next.get() else { return filled }
        current.withLock { $0 = part }
      } else if filled > 0 {
        return filled
      } else {
        arrival.wait()
      }
    }
  }

  /// Ends it for the consumer, which gets `error` from now on.
  func cancel(_ error: ResourceError) {
    let room = update { state in
      if state.ending == nil || state.byteCount > 0 { state.ending = .failure(error) }
      state.parts.removeAll()
      state.byteCount = 0
      return state.takeRoom()
    }
    room?.succeed()
  }

  /// The next part, or the end (nil in a success); nil when there is nothing now. An end is only taken
  /// when the consumer would wait: bytes in front of it go first.
  private func take(waiting: Bool) -> Result<ByteBuffer?, ResourceError>? {
    let (part, room) = state.withLock {
      state -> (Result<ByteBuffer?, ResourceError>?, EventLoopPromise<Void>?) in
      if let part = state.parts.popFirst() {
        state.byteCount -= part.readableBytes
        state.hasHandedOn = true
        return (.success(part), state.byteCount <= capacity / 2 ? state.takeRoom() : nil)
      }
      guard waiting else { return (nil, nil) }
      if let ending = state.ending { return (ending.map { nil }, nil) }
      state.consumerWaits = true
      return (nil, nil)
    }
    room?.succeed()
    return part
  }
}

extension ByteQueue.State {
  fileprivate mutating func takeRoom() -> EventLoopPromise<Void>? {
    defer { room = nil }
    return room
  }
}

extension ByteBuffer {
  /// Copies what fits; returns how many bytes. What is empty gives its memory back.
  fileprivate mutating func readAll(into target: UnsafeMutableRawBufferPointer) -> Int {
    let count = readWithUnsafeReadableBytes { bytes in
      let count = min(bytes.count, target.count)
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      return count
    }
    if readableBytes == 0 { self = ByteBuffer() }
    return count
  }
}

extension TimeAmount {
  /// At most a day.
  fileprivate var clampedNanoseconds: Int {
    Int(min(nanoseconds, TimeAmount.hours(24).nanoseconds))
  }
}
