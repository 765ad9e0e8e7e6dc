import NielsenTag
import Testing

@Suite struct LastTagTimeTests {
  private func lastTagTime(_ bytes: [UInt8]) -> Int64? {
    bytes.withUnsafeBufferPointer { NielsenPayload.lastTagTime(ofPayload: $0) }
  }

  @Test(
    "the last tag time of every known payload is read without parsing the payload",
    arguments: PayloadVector.all
  )
  func vectors(vector: PayloadVector) {
    #expect(lastTagTime(Array(vector.text.utf8)) == vector.lastTagTime)
  }

  @Test(
    "a payload with a wrong prefix, separator or last tag time character has no last tag time",
    arguments: [(0, "x"), (65, "A"), (234, "A"), (222, "+"), (229, "=")]
  )
  func refused(position: Int, character: Character) throws {
    var bytes = Array(PayloadVector.a.text.utf8)
    bytes[position] = try #require(character.asciiValue)
    #expect(lastTagTime(bytes) == nil)
  }

  @Test(
    "a payload that does not have 249 characters has no last tag time",
    arguments: [0, 1, 248, 250]
  )
  func lengths(count: Int) {
    let bytes = Array((PayloadVector.a.text + "0").utf8.prefix(count))
    #expect(bytes.count == count)
    #expect(lastTagTime(bytes) == nil)
  }

  @Test("a fault in another part of the blob does not affect the last tag time")
  func faultElsewhere() throws {
    var bytes = Array(PayloadVector.a.text.utf8)
    bytes[100] = UInt8(ascii: "+")
    #expect(lastTagTime(bytes) == PayloadVector.a.lastTagTime)
  }
}
