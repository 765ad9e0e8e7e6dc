import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-event-adaptation-set")
struct MpdEventAdaptationSetTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      MpdEventAdaptationSet.id,
      events,
      summary: .manifest(["video/1/a", "audio/2/b"])
    )
  }

  /// Video with events, and audio with or without events, each with a given declaration.
  private func events(
    video: Set<DeclaredEventStream>,
    audio: Set<DeclaredEventStream>,
    audioHasEvents: Bool = false
  ) throws -> [TimedMetadataEvent] {
    let sound = MadeManifest.set(name: "audio/2", declares: audio)
    var events = [
      MadeManifest.segment(0, of: MadeManifest.set(declares: video)),
      MadeManifest.segment(0, of: sound, rendition: "audio/2/b"),
      try MadeManifest.tag(at: 8, in: MadeManifest.set(declares: video)),
      try MadeManifest.tag(at: 18, in: MadeManifest.set(declares: video)),
    ]
    if audioHasEvents {
      events.append(try MadeManifest.tag(at: 8, in: sound, rendition: "audio/2/b"))
    }
    return events
  }

  @Test(
    "events pass if at least one AdaptationSet that carries them declares them",
    arguments: [
      ([MadeManifest.aomedia], [], false),
      ([MadeManifest.aomedia], [MadeManifest.aomedia], false),
      ([], [MadeManifest.aomedia], true),
      // No AdaptationSet declares the events: `mpd-inband-event` reports them.
      ([], [], false),
    ] as [([DeclaredEventStream], [DeclaredEventStream], Bool)]
  )
  func passes(
    video: [DeclaredEventStream],
    audio: [DeclaredEventStream],
    audioHasEvents: Bool
  ) throws {
    let run = try run(
      events(video: Set(video), audio: Set(audio), audioHasEvents: audioHasEvents)
    )
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("events that only another AdaptationSet declares fail once, at the first event")
  func fails() throws {
    let run = try run(events(video: [], audio: [MadeManifest.aomedia]))
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "events https://aomedia.org/emsg/ID3, value \"\", are in AdaptationSet video/1, but "
          + "are declared only in audio/2: some DASH clients drop the events"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 8, rendition: "video/1/a", offset: 8000))
  }

  @Test("a declaration of the AdaptationSet in another Period is enough")
  func periods() throws {
    let run = try run([
      MadeManifest.segment(0, of: MadeManifest.set("1")),
      MadeManifest.segment(1, of: MadeManifest.set("2", name: "audio/2"), rendition: "audio/2/b"),
      MadeManifest.tag(at: 8, in: MadeManifest.set("2", declares: [])),
    ])
    #expect(run.result.found == 0)
  }

  @Test("an input without an MPD, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = MpdEventAdaptationSet.id
    #expect(
      try RuleRun(id, [MadeTag.inMessage()], media: [.fragmentedMP4]).result.notAssessed == .notRead
    )
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}
