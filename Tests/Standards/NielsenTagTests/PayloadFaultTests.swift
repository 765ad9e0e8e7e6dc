import NielsenTag
import Testing

@Suite struct PayloadFaultTests {
  @Test(
    "a payload fault has a message with the problem and its position",
    arguments: [
      (44, "+", "FD CID is not base64url: \"+\" at character 44 (base64 instead of base64url)"),
      (44, "/", "FD CID is not base64url: \"/\" at character 44 (base64 instead of base64url)"),
      (17, "%", "PC CID is not base64url: \"%\" at character 17"),
      (17, "\n", "PC CID is not base64url: byte 0a at character 17"),
      (20, "=", "PC CID is not base64url: \"=\" at character 20"),
      (38, "A", "PC CID is not base64url: \"A\" at character 38 (\"=\" expected)"),
      (37, "R", "PC CID is not base64url: \"R\" at character 37 (its unused bits are not zero)"),
      (
        100, "+",
        "watermark blob is not base64url: \"+\" at character 100 (base64 instead of base64url)"
      ),
      (65, "A", "\"/\" expected at character 65, found \"A\""),
      (238, "x", "PC offset: digit expected at character 238, found \"x\""),
      (241, "-", "FD offset: digit expected at character 241, found \"-\""),
      (248, " ", "breakout: digit expected at character 248, found \" \""),
    ]
  )
  func messages(position: Int, character: Character, message: String) throws {
    var bytes = Array(PayloadVector.c.text.utf8)
    bytes[position] = try #require(character.asciiValue)
    let payload = try #require(NielsenPayload(bytes: bytes))
    #expect(payload.faults.map(\.message) == [message])
    #expect(payload.faults.map(\.position) == [position])
    #expect("\(try #require(payload.faults.first))" == message)
  }

  @Test("a wrong payload length, a field of a wrong length and a missing field are reported")
  func lengths() throws {
    let text = PayloadVector.c.text.replacing("/10200/12000/00", with: "/1020/12000")
    let payload = try #require(NielsenPayload(owner: text))
    #expect(
      payload.faults.map(\.message).sorted() == [
        "PC offset has 4 characters, expected 5", "breakout is missing",
        "payload has 245 characters, expected 249",
      ]
    )
    #expect(payload.fdOffset == 12000)
  }

  @Test(
    "faults in lengths, separators and digits are layout faults, and others are encoding faults"
  )
  func layout() {
    let layout: [PayloadFault.Code] = [.payloadLength, .separator, .fieldLength, .digit]
    let encoding: [PayloadFault.Code] = [.character, .standardBase64, .padding, .unusedBits]
    #expect(layout.allSatisfy { $0.isLayout })
    #expect(encoding.allSatisfy { !$0.isLayout })
  }

  @Test("a payload with a further field at its end keeps its fields, and has one length fault")
  func tooLong() throws {
    let payload = try #require(NielsenPayload(owner: PayloadVector.c.text + "/extra"))
    #expect(payload.fdOffset == 12000)
    #expect(payload.breakout == "00")
    #expect(payload.faults.map(\.code) == [.payloadLength])
    #expect(payload.faults.map(\.position) == [249])
  }
}
