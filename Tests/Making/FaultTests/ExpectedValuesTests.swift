import Conformance
import Presentation
import Testing
import TimedMetadata

/// The template of a correct stream, compared with this stream and with faulty streams.
@Suite struct ExpectedValuesTests {
  /// The template that `id3tap expect` writes for a stream.
  private static func template(of stream: MadeStream) async throws -> ChannelTemplate {
    let events = try stream.events()
    var observation = TemplateObservation()
    observation.begin(start: 0)
    while let event = try await events.next() { observation.receive(event) }
    let template = try observation.template(channel: "a")
    #expect(try ChannelTemplate(json: Array(template.text.utf8)) == template)
    return template
  }

  @Test(
    "a stream passes the template made from it",
    arguments: ["", "--hls", "--hls --with audio-only-tags"]
  )
  func same(form: String) async throws {
    let stream = try MadeStream.shared("--minutes 7 \(form)")
    let template = try await Self.template(of: stream)
    let usual = try await stream.check()
    let report = try await stream.check { $0.expect(template) }
    #expect(report.verdict == .pass)
    #expect(report.findings == usual.findings)
    #expect(report["expect-cid"]?.state == .pass && report["expect-fd"]?.state == .pass)
  }

  @Test(
    "the template's rules report faults in expected values, and no other faults",
    arguments: [
      ("tag-breakout", "", ["expect-breakout"]), ("tag-cid-change", "", ["expect-cid"]),
      ("tag-cid-alternation", "", ["expect-cid"]), ("tag-cid-conflict", "", ["expect-cid"]),
      ("tag-offset-range", "", ["expect-cid", "expect-offset"]),
      ("tag-null-cids", "", ["expect-fd", "expect-pc"]), ("tag-present", "", ["expect-owners"]),
      ("hls-rendition-missing-tags", "--hls", ["expect-renditions"]), ("tag-layout", "", []),
      ("tag-encoding", "", []), ("tag-offset-null-cid", "", []), ("cadence-gap", "", []),
      ("clock-tag-date", "", []), ("info-cids-null", "", []),
      ("hls-rendition-mismatch", "--hls", []),
    ] as [(String, String, Set<String>)]
  )
  func faults(fault: String, form: String, rules: Set<String>) async throws {
    let template = try await Self.template(of: MadeStream.shared("--minutes 7 \(form)"))
    let stream = try MadeStream.shared("--minutes 7 --fault \(fault) \(form)")
    let usual = Set(try await stream.check().findings.map(\.rule.rawValue))
    let found = Set(try await stream.check { $0.expect(template) }.findings.map(\.rule.rawValue))
    #expect(found.subtracting(usual) == rules)
    #expect(usual.subtracting(found) == [])
  }

  @Test("a stream with a changing CID or without Nielsen tags gives no template")
  func unstable() async throws {
    let stream = try MadeStream.shared("--minutes 7 --fault tag-cid-change")
    await #expect(throws: TemplateRefusal.self) { try await Self.template(of: stream) }
    let absent = try MadeStream.shared("--minutes 7 --fault tag-present")
    await #expect(throws: TemplateRefusal.self) { try await Self.template(of: absent) }
  }
}
