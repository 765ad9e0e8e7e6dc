import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-brand")
struct EmsgBrandTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(EmsgBrand.id, events, media: [.fragmentedMP4])
  }

  private func message(
    _ isBranded: Bool?,
    rendition: String? = nil,
    scheme: String = EventScheme.aomedia
  ) throws -> TimedMetadataEvent {
    try MadeTag.inMessage(
      tag: { $0.rendition = rendition },
      message: { ($0.isBranded, $0.scheme) = (isBranded, scheme) }
    )
  }

  @Test("a file with the brand passes, and one without an event")
  func passes() throws {
    let run = try run([message(true)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == nil)
    #expect(try self.run([]).result.state == .pass)
  }

  @Test("a missing brand informs, once for each rendition")
  func finds() throws {
    let run = try run([
      message(false, rendition: "a"), message(false, rendition: "a"),
      message(false, rendition: "b"), message(true, rendition: "c"),
    ])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 2)
    #expect(run.messages == ["brand aid3 missing", "brand aid3 missing"])
    #expect(run.findings.map(\.place) == [Place(rendition: "a"), Place(rendition: "b")])
    #expect(run.findings.allSatisfy { $0.severity == .info })
  }

  @Test("other schemes need no brand")
  func otherScheme() throws {
    #expect(try run([message(false, scheme: EventScheme.nielsen)]).findings.isEmpty)
  }

  @Test("where no initialization section was read nothing is known")
  func notRead() throws {
    #expect(try run([message(nil)]).result.notAssessed == .notRead)
    #expect(try run([message(nil), message(true)]).result.state == .pass)
  }

  @Test("a transport stream has no brands")
  func carriage() throws {
    #expect(try RuleRun(EmsgBrand.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
