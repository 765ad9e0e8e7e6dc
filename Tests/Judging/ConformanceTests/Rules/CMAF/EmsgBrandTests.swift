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

  @Test("a file with the brand, or without events, passes")
  func passes() throws {
    let run = try run([message(true)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == nil)
    #expect(try self.run([]).result.state == .pass)
  }

  @Test("a missing brand is reported as information, once for each rendition")
  func finds() throws {
    let run = try run([
      message(false, rendition: "a"), message(false, rendition: "a"),
      message(false, rendition: "b"), message(true, rendition: "c"),
    ])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 2)
    #expect(run.messages == ["the brand aid3 is missing", "the brand aid3 is missing"])
    #expect(run.findings.map(\.place) == [Place(rendition: "a"), Place(rendition: "b")])
    #expect(run.findings.allSatisfy { $0.severity == .info })
  }

  @Test("events in schemes other than AOM's pass without the brand")
  func otherScheme() throws {
    #expect(try run([message(false, scheme: EventScheme.nielsen)]).findings.isEmpty)
  }

  @Test("an input without an initialization section is not assessed")
  func notRead() throws {
    #expect(try run([message(nil)]).result.notAssessed == .notRead)
    #expect(try run([message(nil), message(true)]).result.state == .pass)
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(EmsgBrand.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
