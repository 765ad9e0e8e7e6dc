/// A payload for tests: 249 characters, with the release time in its watermark.
struct SamplePayload {
  static let nullID = "X100zdCIGeIlgZnkYj6UvQ=="
  static let distributor = "pI-X5FFk07770SXf2ZbI6g=="
  static let otherDistributor = "K8Upx4CjmUIss2lHq3rwXg=="
  static let program = "0UQ1mB-DRZMCTQ3Fr9zLjw=="
  static let otherProgram = "EnVp4bRmgPx7KDNctoTVpQ=="

  var programContent = nullID
  var finalDistributor = nullID
  var programOffset = 0
  var distributorOffset = 0
  var breakout = "00"
  var lastTagTime: UInt32 = 0
  var sequence: UInt16 = 0

  var text: String {
    "www.nielsen.com/\(programContent)/\(finalDistributor)/\(blob)"
      + "/\(Self.digits(programOffset, 5))/\(Self.digits(distributorOffset, 5))/\(breakout)"
  }

  private var blob: String {
    var bytes: [UInt8] = [UInt8(sequence >> 8), UInt8(sequence & 255), 2]
    bytes += (0..<112).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ Int(sequence)) }
    for time in [lastTagTime &- 10, lastTagTime] {
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: time >> $0) }
    }
    let sum = bytes.reduce(0) { $0 + Int($1) }
    bytes += [UInt8(sum >> 8 & 255), UInt8(sum & 255)]
    return Self.base64URL(bytes)
  }

  static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let padded = group + [UInt8](repeating: 0, count: 3 - group.count)
      let bits = Int(padded[0]) << 16 | Int(padded[1]) << 8 | Int(padded[2])
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }

  /// A final distributor tag of the worked example, with offset 36000 + `second` and released
  /// `second` seconds after the start.
  static func distributorTag(
    _ second: Int,
    id: String = distributor,
    breakout: String = "00"
  ) -> String {
    SamplePayload(
      finalDistributor: id,
      distributorOffset: 36000 + second,
      breakout: breakout,
      lastTagTime: UInt32(1_699_984_800 + second),
      sequence: UInt16(second / 10 & 0xFFFF)
    ).text
  }

  static func bothTag(_ second: Int) -> String {
    SamplePayload(
      programContent: program,
      finalDistributor: distributor,
      programOffset: 600 + second,
      distributorOffset: 36000 + second,
      lastTagTime: UInt32(1_699_984_800 + second),
      sequence: UInt16(second / 10 & 0xFFFF)
    ).text
  }

  static func programTag(_ second: Int) -> String {
    SamplePayload(
      programContent: program,
      programOffset: 600 + second,
      lastTagTime: UInt32(1_699_984_800 + second),
      sequence: UInt16(second / 10 & 0xFFFF)
    ).text
  }

  /// An INFO tag, whose content ids are both null.
  static func infoTag(_ sequence: UInt16) -> String {
    SamplePayload(lastTagTime: 1_699_984_800, sequence: sequence).text
  }
}
