/// A small pseudo-random number generator (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014). A seed gives the same numbers in every run and on every machine. Do not use it for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator with the given seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// A generator for one of several independent uses of a seed.
  public init(seed: UInt64, use: UInt64) {
    var mixer = SplitMix64(seed: seed)
    var other = SplitMix64(seed: use)
    state = mixer.next() ^ other.next()
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// The next `count` bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let number = next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) where bytes.count < count {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return bytes
  }
}
