/// Accepted payloads that wait to be sent in one ping, joined by `~`.
struct RawID3Buffer: Sendable {
  private let limits: EngineConfiguration.RawID3
  private var bytes: [UInt8] = []
  private var count = 0
  private var encodedLength = 0
  private var oldest: Int64 = 0

  /// The length of a payload after percent encoding, in bytes: its six `/` and five `=` take three bytes each.
  static let encodedPayloadLength = TagPayload.length + 2 * 11

  init(limits: EngineConfiguration.RawID3) { self.limits = limits }

  /// Whether another payload at `now` (milliseconds) would exceed a limit, or the oldest has reached the maximum age.
  func mustFlushBeforeAppending(now: Int64) -> Bool {
    guard count > 0 else { return false }
    return count + 1 > limits.maxTags
      || encodedLength + 1 + Self.encodedPayloadLength > limits.maxLength
      || isOverdue(now: now)
  }

  /// Whether the oldest payload has reached the maximum age at `now` (milliseconds).
  func isOverdue(now: Int64) -> Bool {
    count > 0 && now - oldest >= Int64(limits.maxSeconds) * 1000
  }

  /// Adds a payload that arrived at `now` (milliseconds).
  mutating func append(_ payload: UnsafeRawBufferPointer, now: Int64) {
    if count == 0 {
      oldest = now
    } else {
      bytes.append(UInt8(ascii: "~"))
      encodedLength += 1
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: payload[0..<TagPayload.length]))
    encodedLength += Self.encodedPayloadLength
    count += 1
  }

  /// Empties the buffer and returns its payloads joined by `~`, oldest first; nil if the buffer was empty.
  mutating func flush() -> String? {
    guard count > 0 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    count = 0
    encodedLength = 0
    return text
  }
}

/// The most recent payloads, used to detect a tag that the player passes again.
struct DuplicateWindow: Sendable {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var count = 0
  private var oldest = 0

  /// Makes a window of the most recent `capacity` payloads. With 0, no payload is a duplicate.
  init(capacity: Int) { self.capacity = capacity }

  mutating func clear() {
    count = 0
    oldest = 0
  }

  /// Adds `payload` and returns true, or returns false if the window already has the payload.
  mutating func accept(_ payload: UnsafeRawBufferPointer) -> Bool {
    guard capacity > 0 else { return true }
    let length = TagPayload.length
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: capacity * length) }
    let isKnown = bytes.withUnsafeBytes { known in
      for slot in 0..<count where Self.equal(known, slot * length, payload) { return true }
      return false
    }
    guard !isKnown else { return false }
    let slot = count < capacity ? count : oldest
    if count < capacity { count += 1 } else { oldest = (oldest + 1) % capacity }
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[(slot * length)..<((slot + 1) * length)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: payload[0..<length]))
    }
    return true
  }

  /// Compares from the end, where the offsets are, because different tags usually differ there.
  private static func equal(
    _ known: UnsafeRawBufferPointer,
    _ start: Int,
    _ payload: UnsafeRawBufferPointer
  ) -> Bool {
    var position = TagPayload.length - 8
    while position > 0 {
      guard
        known.loadUnaligned(fromByteOffset: start + position, as: UInt64.self)
          == payload.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position -= 8
    }
    return known.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      == payload.loadUnaligned(as: UInt64.self)
  }
}
