/// The last accepted payloads: players may pass the same tag more than once.
struct DuplicateWindow: Sendable {
  private let capacity: Int
  private var bytes: [UInt8] = []
  private var count = 0
  private var oldest = 0

  /// A window over the last `capacity` payloads; 0: nothing is ever a duplicate.
  init(capacity: Int) { self.capacity = capacity }

  mutating func clear() {
    count = 0
    oldest = 0
  }

  /// Adds `payload` and returns true; returns false when the window holds it already.
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

  /// Compares from the end, where the offsets are: different tags differ there at once.
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
