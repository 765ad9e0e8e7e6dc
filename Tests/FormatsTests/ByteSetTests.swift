import Testing

@testable import Formats

@Suite("sets of bytes")
struct ByteSetTests {
  @Test(
    "the first byte of the set is found, from the start on",
    arguments: [(0, 1), (1, 1), (2, 3), (3, 3), (4, nil), (5, nil)] as [(Int, Int?)]
  )
  func firstIndex(start: Int, expected: Int?) {
    let set = ByteSet(",\n".utf8)
    #expect(set.firstIndex(in: Array("a,b\nc".utf8)[start...]) == expected)
  }

  @Test(
    "a byte of the set is found in a text",
    arguments: [("", false), ("abc", false), ("a\u{0}", true), ("\u{0}", true)]
  )
  func text(_ text: String, isFound: Bool) {
    #expect(ByteSet([0]).isFound(in: text) == isFound)
  }

  @Test("the inverted set has all other bytes")
  func inverted() {
    let set = ByteSet([0x20, 0xff]).inverted
    for byte: UInt8 in 0...255 {
      let isInSet = set.firstIndex(in: [byte]) != nil
      #expect(isInSet == (byte != 0x20 && byte != 0xff))
    }
  }

  @Test(
    "bytes are taken up to the set or the end, and kept up to the limit",
    arguments: [
      (0, 9, "x01", 2, true), (2, 9, "x", 2, true), (3, 9, "x345", 6, false), (6, 9, "x", 6, false),
      (0, 2, "x0", 2, true), (3, 1, "x", 6, false), (3, 0, "x", 6, false),
    ]
  )
  func take(start: Int, limit: Int, kept: String, end: Int, isFound: Bool) {
    var (place, text) = (start, Array("x".utf8))
    let set = ByteSet(",".utf8)
    #expect(
      set.take(from: Array("01,345".utf8), at: &place, into: &text, limit: limit) == isFound
    )
    #expect(place == end)
    #expect(text == Array(kept.utf8))
  }
}
