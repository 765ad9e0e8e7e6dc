/// Accepted payloads waiting to be passed on together, joined by `~`.
struct RawID3Buffer: Sendable {
  private let limits: EngineConfiguration.RawID3
  private var bytes: [UInt8] = []
  private var count = 0
  private var encodedLength = 0
  private var oldest: Int64 = 0

  /// A payload holds six `/` and five `=`, each of which takes three bytes once encoded.
  static let encodedPayloadLength = TagPayload.length + 2 * 11

  init(limits: EngineConfiguration.RawID3) { self.limits = limits }

  /// Whether at `now` (milliseconds) a further payload would break a limit, or the oldest has waited
  /// long enough.
  func mustFlushBeforeAppending(now: Int64) -> Bool {
    guard count > 0 else { return false }
    return count + 1 > limits.maxTags
      || encodedLength + 1 + Self.encodedPayloadLength > limits.maxLength
      || isOverdue(now: now)
  }

  /// Whether the oldest payload has waited long enough.
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

  /// The payloads joined by `~`, oldest first, and an empty buffer; nil when there is none.
  mutating func flush() -> String? {
    guard count > 0 else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    count = 0
    encodedLength = 0
    return text
  }
}
