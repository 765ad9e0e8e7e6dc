/// The clear last tag time of a payload.
enum TagTime {
  /// 2000-01-01 to 2100-01-01: anything else is taken for no time at all.
  private static let plausible: ClosedRange<Int64> = 946_684_800...4_102_444_800

  /// When the tag was released, in Unix seconds; nil when that is not plausible.
  ///
  /// `bytes` is a payload of valid layout. Blob bytes 119 to 122 are the time, big-endian; the
  /// characters of the blob start at payload offset 66, four for three bytes.
  static func last(ofPayload bytes: UnsafeRawBufferPointer) -> Int64? {
    var bits: UInt64 = 0
    for position in (66 + 156)..<(66 + 164) {
      bits = bits << 6 | UInt64(sextet(bytes[position]))
    }
    // Bytes 117 to 122 are decoded; the last four of them are wanted.
    let time = Int64(bits & 0xFFFF_FFFF)
    return plausible.contains(time) ? time : nil
  }

  private static func sextet(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    default: 63
    }
  }
}
