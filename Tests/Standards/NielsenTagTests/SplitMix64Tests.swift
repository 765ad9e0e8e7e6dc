import NielsenTag
import Testing

@Suite struct SplitMix64Tests {
  @Test("seed 1234567 gives the numbers of the published reference code")
  func reference() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test("bytes(n) returns the first n bytes of the numbers, the low byte of each number first")
  func bytes() {
    var numbers = SplitMix64(seed: 1_234_567)
    let (first, second) = (numbers.next(), numbers.next())
    var random = SplitMix64(seed: 1_234_567)
    let expected =
      (0..<8).map { UInt8(truncatingIfNeeded: first >> (8 * $0)) }
      + (0..<2).map { UInt8(truncatingIfNeeded: second >> (8 * $0)) }
    #expect(random.bytes(10) == expected)
  }

  @Test("generators for different uses of one seed give different numbers")
  func uses() {
    var one = SplitMix64(seed: 5, use: 1)
    var other = SplitMix64(seed: 5, use: 2)
    #expect(one.next() != other.next())
  }
}
