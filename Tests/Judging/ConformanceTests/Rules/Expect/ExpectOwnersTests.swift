import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("expect-owners")
struct ExpectOwnersTests {
  /// A tag with a PRIV frame of this owner.
  private static func priv(_ owner: String, time: Double) -> TimedMetadataEvent {
    let body = Array(owner.utf8) + [0, 1]
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    let bytes = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    return MadeTag.of(bytes: bytes, time: time)
  }

  private static func run(_ fields: String, duration: Double = 60) throws -> RuleRun {
    try RuleRun(
      ExpectOwners.id,
      [MadeTag.data(time: 8), priv("com.example.ad/17", time: 9)],
      duration: duration,
      template: MadeTemplate.with(fields)
    )
  }

  @Test(
    "unlisted owners and missing listed owners warn",
    arguments: [
      (#"["www.nielsen.com/", "com.example.ad/"]"#, []),
      (
        #"["www.nielsen.com/"]"#,
        [#"owner "com.example.ad/17", expected "www.nielsen.com/""#]
      ),
      (
        #"["www.nielsen.com/", "com.example.ad/", "org.id3"]"#,
        [#"no tag with owner "org.id3" in 60.0 s"#]
      ),
    ] as [(String, [String])]
  )
  func owners(_ owners: String, _ messages: [String]) throws {
    let run = try Self.run(#""owners": \#(owners)"#)
    #expect(run.messages == messages)
    #expect(run.result.state == (messages.isEmpty ? .pass : .warn))
  }

  @Test("unlisted Nielsen tags are merged into one finding")
  func nielsen() throws {
    let run = try RuleRun(
      ExpectOwners.id,
      MadeTag.dataTags(3) + [Self.priv("com.example.ad/17", time: 9)],
      duration: 60,
      template: MadeTemplate.with(#""owners": ["com.example.ad/"]"#)
    )
    #expect(run.messages == [#"owner "www.nielsen.com/", expected "com.example.ad/""#])
    #expect(run.result.found == 3)
  }

  @Test("a missing owner is reported in content of at least 30 s", arguments: [(29.0, 0), (30, 1)])
  func length(_ seconds: Double, _ found: Int) throws {
    let run = try Self.run(
      #""owners": ["www.nielsen.com/", "com.example", "org.id3"]"#,
      duration: seconds
    )
    #expect(run.result.found ?? 0 == found)
    #expect(run.result.notAssessed == (found == 0 ? .tooShort : nil))
  }

  @Test("an input is not assessed without a template, or if the template has no owners")
  func nothing() throws {
    #expect(try RuleRun(ExpectOwners.id, [MadeTag.data()]).result.notAssessed == .noTemplate)
    #expect(try Self.run(#""note": "x""#).result.notAssessed == .notInTemplate)
  }
}
