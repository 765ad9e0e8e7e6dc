import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-inband-value")
struct MpdInbandValueTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(MpdInbandValue.id, events, summary: .manifest())
  }

  @Test(
    "events pass if they are declared exactly, or if no declaration is similar",
    arguments: [
      [MadeManifest.aomedia], [],
      [MadeManifest.aomedia, DeclaredEventStream(scheme: EventScheme.aomedia, value: "1")],
      [DeclaredEventStream(scheme: "urn:scte:scte35:2013:bin", value: "1")],
    ]
  )
  func passes(declared: [DeclaredEventStream]) throws {
    let set = MadeManifest.set(declares: Set(declared))
    let run = try run([MadeManifest.tag(at: 8, in: set)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "a declaration whose value or scheme differs from that of the events fails once, at the first event",
    arguments: [
      (
        EventScheme.aomedia, "1",
        "InbandEventStream https://aomedia.org/emsg/ID3 of AdaptationSet video/1 has value \"1\", but its "
          + "events have value \"\": some DASH clients drop the events"
      ),
      (
        "https://aomedia.org/emsg/id3", "",
        "InbandEventStream of AdaptationSet video/1 has scheme https://aomedia.org/emsg/id3, but its events have "
          + "https://aomedia.org/emsg/ID3: some DASH clients drop the events"
      ),
    ]
  )
  func fails(scheme: String, value: String, message: String) throws {
    let set = MadeManifest.set(declares: [DeclaredEventStream(scheme: scheme, value: value)])
    let run = try run([MadeManifest.tag(at: 8, in: set), MadeManifest.tag(at: 18, in: set)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 8, rendition: "video/1/a", offset: 8000))
  }

  @Test("events are compared with the declaration of their own AdaptationSet")
  func sets() throws {
    let wrong = DeclaredEventStream(scheme: EventScheme.aomedia, value: "1")
    let run = try run([
      MadeManifest.tag(at: 8),
      MadeManifest.tag(
        at: 8,
        in: MadeManifest.set(name: "audio/2", declares: [wrong]),
        rendition: "audio/2/a"
      ),
    ])
    #expect(run.findings.map(\.place.rendition) == ["audio/2/a"])
  }

  @Test("an input without an MPD, or a transport stream, is not assessed")
  func notAssessed() throws {
    #expect(
      try RuleRun(MpdInbandValue.id, [MadeTag.inMessage()], media: [.fragmentedMP4])
        .result.notAssessed == .notRead
    )
    #expect(try RuleRun(MpdInbandValue.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
