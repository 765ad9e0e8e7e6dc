import NielsenTag

/// The clear last tag time of a payload.
enum TagTime {
  /// 2010 to 2099: watermark tags are younger than the first, and no clock was set beyond the
  /// second.
  private static let plausible: ClosedRange<Int64> = 1_262_304_000...4_102_444_799

  /// When the tag was released, in Unix seconds; nil when that is not plausible. `bytes` is a
  /// payload of valid layout with or without padding behind it.
  static func last(ofPayload bytes: UnsafeRawBufferPointer) -> Int64? {
    let payload = UnsafeRawBufferPointer(rebasing: bytes[..<TagPayload.length])
    let time = payload.withMemoryRebound(to: UInt8.self) {
      NielsenPayload.lastTagTime(ofPayload: $0)
    }
    return time.flatMap { plausible.contains($0) ? $0 : nil }
  }
}
