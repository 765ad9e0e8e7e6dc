import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-playlist-stale")
struct HlsPlaylistStaleTests {
  private let note = StreamNote(
    id: "hls-playlist-stale",
    rendition: "a",
    time: 72,
    amount: nil,
    detail: "playlist unchanged for 31.0 s (target duration 6 s)"
  )

  private func run(
    _ events: [TimedMetadataEvent],
    isLive: Bool = true,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsPlaylistStale.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: isLive),
      settings: settings
    )
  }

  @Test("a playlist that is renewed in time passes")
  func passes() throws {
    let run = try run(MadeTag.dataTags(3))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("one that stands still warns with what the reader says")
  func finds() throws {
    let run = try run([.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a"))
  }

  @Test("what is tolerated passes, one more does not", arguments: [(1.0, true), (0.0, false)])
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([.note(note)], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("a playlist that has ended, and none at all, are another carriage")
  func carriage() throws {
    #expect(try run([], isLive: false).result.notAssessed == .carriage)
    let file = try RuleRun(HlsPlaylistStale.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }
}
