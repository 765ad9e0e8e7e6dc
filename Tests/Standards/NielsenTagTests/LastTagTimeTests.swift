import NielsenTag
import Testing

@Suite struct LastTagTimeTests {
  private func lastTagTime(_ bytes: [UInt8]) -> Int64? {
    bytes.withUnsafeBufferPointer { NielsenPayload.lastTagTime(ofPayload: $0) }
  }

  @Test(
    "the last tag time read directly equals the last tag time of the parsed payload",
    arguments: PayloadVector.all
  )
  func vectors(vector: PayloadVector) {
    #expect(lastTagTime(Array(vector.text.utf8)) == vector.lastTagTime)
  }

  @Test(
    "text with a wrong character where it matters has no last tag time",
    arguments: [(0, "x"), (65, "A"), (234, "A"), (222, "+"), (229, "=")]
  )
  func refused(position: Int, character: Character) throws {
    var bytes = Array(PayloadVector.a.text.utf8)
    bytes[position] = try #require(character.asciiValue)
    #expect(lastTagTime(bytes) == nil)
  }

  @Test("text that does not have 249 characters has no last tag time", arguments: [0, 1, 248, 250])
  func lengths(count: Int) {
    let bytes = Array((PayloadVector.a.text + "0").utf8.prefix(count))
    #expect(bytes.count == count)
    #expect(lastTagTime(bytes) == nil)
  }

  @Test("a fault elsewhere in the blob does not affect the last tag time")
  func faultElsewhere() throws {
    var bytes = Array(PayloadVector.a.text.utf8)
    bytes[100] = UInt8(ascii: "+")
    #expect(lastTagTime(bytes) == PayloadVector.a.lastTagTime)
  }
}
