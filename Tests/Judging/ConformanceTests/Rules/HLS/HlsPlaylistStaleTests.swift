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

  @Test("a playlist that is updated in time passes")
  func passes() throws {
    let run = try run(MadeTag.dataTags(3))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a playlist without updates warns with the reader's message")
  func finds() throws {
    let run = try run([.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a"))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(1.0, true), (0.0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([.note(note)], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("an ended playlist, or an input without a playlist, is not assessed")
  func carriage() throws {
    #expect(try run([], isLive: false).result.notAssessed == .carriage)
    let file = try RuleRun(HlsPlaylistStale.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }

  /// A note about a playlist without updates, after a number of seconds.
  private func stop(
    _ segment: Int,
    _ seconds: Double,
    rendition: String = "a"
  ) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "hls-playlist-stale",
        rendition: rendition,
        segment: "\(segment).ts",
        time: Double(segment * 6),
        measured: seconds,
        detail: "playlist unchanged for \(seconds) s (target duration 6 s)"
      )
    )
  }

  @Test("each period without updates is one finding, with the period's start and whole duration")
  func stops() throws {
    let events = [
      stop(5, 9), stop(5, 9, rendition: "b"), stop(5, 31), stop(9, 10), stop(9, 60),
      // A playlist without new segments may still have moved.
      stop(9, 12),
    ]
    let run = try run(events)
    #expect(run.result.found == 4)
    #expect(run.findings.map(\.place.segment) == ["5.ts", "9.ts", "5.ts", "9.ts"])
    #expect(run.findings.map(\.place.time) == [30, 54, 30, 54])
    #expect(run.findings.map(\.place.rendition) == ["a", "a", "b", "a"])
    let seconds = [31.0, 60, 9, 12]
    let messages = seconds.map { "playlist unchanged for \($0) s (target duration 6 s)" }
    #expect(run.messages == messages)
  }
}
