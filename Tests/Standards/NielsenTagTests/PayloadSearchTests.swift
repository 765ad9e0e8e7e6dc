import NielsenTag
import Testing

@Suite struct PayloadSearchTests {
  @Test("payloads are found among other text")
  func found() {
    let text = "id3=\(PayloadVector.a.text)\" and www.\(PayloadVector.b.text)x"
    let ranges = NielsenPayload.occurrences(in: text.utf8)
    let bytes = Array(text.utf8)
    #expect(
      ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
        == [PayloadVector.a.text, PayloadVector.b.text]
    )
  }

  @Test("two payloads without a separator between them are both found")
  func adjacent() {
    let text = Array((PayloadVector.a.text + PayloadVector.c.text).utf8)
    #expect(NielsenPayload.occurrences(in: text) == [0..<249, 249..<498])
  }

  @Test(
    "a payload with an invalid character in any field is skipped",
    arguments: [(5, "x"), (15, "A"), (44, "+"), (100, "/"), (236, "x"), (248, "-")]
  )
  func skipped(position: Int, character: Character) throws {
    var bytes = Array(PayloadVector.a.text.utf8)
    bytes[position] = try #require(character.asciiValue)
    #expect(NielsenPayload.occurrences(in: bytes) == [])
  }

  @Test("an incomplete payload at the end of the text is skipped")
  func cut() {
    #expect(NielsenPayload.occurrences(in: Array(PayloadVector.a.text.utf8.dropLast())) == [])
    #expect(NielsenPayload.occurrences(in: [UInt8]()) == [])
  }
}
