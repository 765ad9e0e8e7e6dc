import NielsenTag
import RecordSamples
import Testing

@testable import Records

@Suite struct PayloadArgumentTests {
  private static let payload = SampleTags.payload

  @Test(
    "a payload is recognized between blanks or quotes, percent-encoded, or in JSON",
    arguments: [
      payload, " \(payload)", "\"\(payload)\"", "'\(payload)", "\t\(payload)\n",
      "\u{201C}\(payload)\u{201D}", "<\(payload)>,",
      payload.replacing("/", with: "%2F").replacing("=", with: "%3D"),
      "\"" + payload.replacing("/", with: "%2f") + "\"",
      "%20" + payload.replacing("=", with: "%3d"),
      // Partly encoded, and encoded twice.
      payload.replacing("=", with: "%3D"),
      payload.replacing("www.nielsen.com/", with: "www.nielsen.com%2F"),
      payload.replacing("/", with: "%252F"),
      // A row of JSON Lines.
      "{\"time\": 1, \"payload\":\"\(payload)\"}",
      " [{\"payload\":\"\(payload.replacing("/", with: "\\/"))\"}]",
    ]
  )
  func read(argument: String) {
    #expect(PayloadArgument.payload(in: argument)?.text == Self.payload)
  }

  @Test("a damaged payload is also recognized, and its faults are listed")
  func damaged() throws {
    let payload = try #require(PayloadArgument.payload(in: " www.nielsen.com/abc"))
    #expect(payload.text == "www.nielsen.com/abc")
    #expect(!payload.faults.isEmpty)
  }

  @Test(
    "an argument that does not begin with a payload is not read as a payload",
    arguments: [
      "a.ts", "", "\"a.ts\"", "100%.ts", "https://www.nielsen.com/a.ts", "dir/www.nielsen.com/a",
      "{\"a\":1}", "{\"payload\":\"www.nielsen.com/abc\"}", "[a].ts",
      "https://host/?c=" + payload.replacing("/", with: "%2F"),
    ]
  )
  func other(argument: String) {
    #expect(PayloadArgument.payload(in: argument) == nil)
  }
}
