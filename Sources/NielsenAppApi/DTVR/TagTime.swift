import NielsenTag

/// The clear last tag time of a payload.
enum TagTime {
  /// When the tag was released, in Unix seconds; nil when that is not plausible. `bytes` is a
  /// payload of valid layout with or without padding after it.
  static func last(ofPayload bytes: UnsafeRawBufferPointer) -> Int64? {
    let payload = UnsafeRawBufferPointer(rebasing: bytes[..<TagPayload.length])
    let time = payload.withMemoryRebound(to: UInt8.self) {
      NielsenPayload.lastTagTime(ofPayload: $0)
    }
    return time.flatMap { NielsenPayload.plausibleTagTimes.contains($0) ? $0 : nil }
  }
}
