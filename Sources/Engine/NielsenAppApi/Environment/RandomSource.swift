import Formats
import NielsenTag
import Synchronization

/// The source of the engine's random characters. Several engines may share one source.
public final class RandomSource: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Makes a source that draws from `generator`.
  public init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Makes a source whose sequence depends only on `seed`, on every machine and in every version.
  public convenience init(seed: UInt64) { self.init(SplitMix64(seed: seed)) }

  /// A random number below `bound`, from one draw of 64 bits.
  package func number(below bound: UInt64) -> UInt64 {
    generator.withLock { $0.next() }.multipliedFullWidth(by: bound).high
  }

  /// `count` random characters of `alphabet`, each from one draw.
  func text(of alphabet: String, count: Int) -> String {
    let characters = Array(alphabet.utf8)
    let bytes = (0..<count).map { _ in characters[Int(number(below: UInt64(characters.count)))] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An id: 29 random characters `a-z0-9` and the ten digits of `now` (Unix seconds).
  func identifier(at now: Int64) -> String {
    text(of: "abcdefghijklmnopqrstuvwxyz0123456789", count: 29) + DecimalTime.tenDigits(now)
  }

  /// A random lower-case UUID of version 4 (RFC 9562, section 5.4), from two draws.
  func uuid() -> String {
    let (first, second) = generator.withLock { ($0.next(), $0.next()) }
    let high = first & ~0xF000 | 0x4000
    let low = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = high.hexadecimal + low.hexadecimal
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}
