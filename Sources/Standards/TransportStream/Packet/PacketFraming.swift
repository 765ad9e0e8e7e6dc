/// The bytes around the packets of a stream, identified by the distance between two sync bytes.
public enum PacketFraming: Int, Sendable, Hashable, CaseIterable {
  /// 188 bytes: packets without any framing.
  case plain = 188
  /// 192 bytes: a time stamp of four bytes precedes each packet (M2TS, DVHS).
  case timestamped = 192
  /// 204 bytes: 16 bytes of Reed-Solomon parity follow each packet (DVB).
  case parity = 204

  /// The distance from one sync byte to the next, in bytes.
  public var stride: Int { rawValue }

  /// The number of framing bytes before a packet's sync byte.
  var leadingBytes: Int { self == .timestamped ? 4 : 0 }
}

extension PacketFraming {
  /// Appends one packet with its framing. Two bits of copy permission and 30 bits of arrival time at 27 MHz precede a
  /// timestamped packet, as on Blu-ray discs. The sixteen parity bytes of EN 300 429 follow a packet with parity.
  ///
  /// - Parameters:
  ///   - packet: The 188 bytes of the packet.
  ///   - arrival: The arrival time of the packet at 27 MHz, of which the lowest 30 bits are written.
  ///   - output: The array to which the bytes are appended.
  public func append(_ packet: UnsafeRawBufferPointer, arrival: Int64, to output: inout [UInt8]) {
    switch self {
    case .plain: output.append(contentsOf: packet)
    case .timestamped:
      let time = UInt32(truncatingIfNeeded: arrival) & 0x3fff_ffff
      withUnsafeBytes(of: time.bigEndian) { output.append(contentsOf: $0) }
      output.append(contentsOf: packet)
    case .parity:
      output.append(contentsOf: packet)
      output.append(contentsOf: ReedSolomon.parity(of: packet))
    }
  }
}

/// The shortened Reed-Solomon code (204, 188, T = 8) of EN 300 429: field polynomial x⁸ + x⁴ + x³ + x² + 1, generator
/// (x + λ⁰)(x + λ¹)…(x + λ¹⁵) with λ = 2.
public enum ReedSolomon {
  /// The number of parity bytes of a packet.
  public static let parityByteCount = 16

  /// The sixteen parity bytes of `packet`, which has 188 bytes.
  public static func parity(of packet: some Sequence<UInt8>) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: parityByteCount)
    for byte in packet {
      let factor = byte ^ remainder[0]
      for index in 0..<parityByteCount - 1 {
        remainder[index] = remainder[index + 1] ^ product(factor, generator[index + 1])
      }
      remainder[parityByteCount - 1] = product(factor, generator[parityByteCount])
    }
    return remainder
  }

  /// The powers of λ, listed twice so that a sum of two logarithms needs no reduction.
  private static let powers: [UInt8] = {
    var powers: [UInt8] = []
    var value: UInt16 = 1
    for _ in 0..<510 {
      powers.append(UInt8(truncatingIfNeeded: value))
      value <<= 1
      if value & 0x100 != 0 { value ^= 0x11d }
    }
    return powers
  }()

  private static let logarithms: [Int] = {
    var logarithms = [Int](repeating: 0, count: 256)
    for exponent in 0..<255 { logarithms[Int(powers[exponent])] = exponent }
    return logarithms
  }()

  /// The coefficients of the generator, highest power first.
  private static let generator: [UInt8] = {
    var polynomial: [UInt8] = [1]
    for root in 0..<parityByteCount {
      var next = polynomial + [0]
      for index in polynomial.indices {
        next[index + 1] ^= product(polynomial[index], powers[root])
      }
      polynomial = next
    }
    return polynomial
  }()

  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    guard left != 0, right != 0 else { return 0 }
    return powers[logarithms[Int(left)] + logarithms[Int(right)]]
  }
}
