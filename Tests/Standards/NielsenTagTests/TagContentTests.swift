import NielsenTag
import Testing

@Suite struct TagContentTests {
  @Test(
    "the synthetic vectors are written byte for byte",
    arguments: [PayloadVector.s1, PayloadVector.s2]
  )
  func vectors(vector: PayloadVector) throws {
    let content = TagContent(sample: vector.kind)
    #expect(try String(decoding: content.payload(), as: UTF8.self) == vector.text)
    #expect(try content.blob().count == WatermarkBlob.byteCount)
    let tag = try content.tag()
    #expect(tag.count == TagEnvelope.tagByteCount)
    #expect(tag == TagEnvelope.tag(payload: Array(vector.text.utf8)))
  }

  @Test("a written Nielsen payload is read back with the same values")
  func roundTrip() throws {
    var content = TagContent(sample: .data)
    content.sequence = 0x1234
    content.pcOffset = 99_999
    content.breakout = 3
    let payload = try #require(NielsenPayload(bytes: content.payload()))
    #expect(payload.faults == [])
    #expect(payload.sequence == 0x1234)
    #expect(payload.pcOffset == 99_999)
    #expect(payload.breakout == "03")
    #expect(payload.fdCID == content.fdCID)
    #expect(payload.checksumValid == true)
  }

  @Test("a value that does not fit its field in a Nielsen tag is refused")
  func refused() {
    var content = TagContent(sample: .data)
    content.pcOffset = 100_000
    #expect(code(of: content) == .offset)
    content.pcOffset = -1
    #expect(code(of: content) == .offset)
    content = TagContent(sample: .data)
    content.breakout = 100
    #expect(code(of: content) == .breakout)
    content = TagContent(sample: .data)
    content.blocks.removeLast()
    #expect(code(of: content) == .blocks)
  }

  private func code(of content: TagContent) -> NielsenTagError.Code? {
    do throws(NielsenTagError) {
      _ = try content.tag()
      return nil
    } catch {
      return error.code
    }
  }
}
