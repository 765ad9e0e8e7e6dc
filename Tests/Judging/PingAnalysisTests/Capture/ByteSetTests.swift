import Testing

@testable import PingAnalysis

@Suite("byte sets")
struct ByteSetTests {
  @Test(
    "the first byte that is in the set is found from any start index",
    arguments: [(0, 1), (1, 1), (2, 3), (3, 3), (4, nil), (5, nil)] as [(Int, Int?)]
  )
  func firstIndex(start: Int, expected: Int?) {
    let set = ByteSet(",\n".utf8)
    #expect(set.firstIndex(in: Array("a,b\nc".utf8)[start...]) == expected)
  }

  @Test("an inverted set contains exactly the other bytes")
  func inverted() {
    let set = ByteSet([0x20, 0xff]).inverted
    for byte: UInt8 in 0...255 {
      let isInSet = set.firstIndex(in: [byte]) != nil
      #expect(isInSet == (byte != 0x20 && byte != 0xff))
    }
  }
}
