import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-playlist-invalid")
struct HlsPlaylistInvalidTests {
  private func run(
    _ notes: [StreamNote],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsPlaylistInvalid.id,
      notes.map { .note($0) },
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  private func note(_ detail: String, _ id: NoteID = "hls-playlist-invalid") -> StreamNote {
    StreamNote(id: id, rendition: "a", detail: detail)
  }

  @Test("playlists without faults pass")
  func passes() throws {
    let run = try run([])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "a fault in a playlist fails with the reader's message",
    arguments: ["no EXT-X-TARGETDURATION", "EXTINF \"abc\" at line 14"]
  )
  func fails(_ detail: String) throws {
    let run = try run([note(detail)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == [detail])
    #expect(run.findings.first?.place == Place(rendition: "a"))
  }

  @Test("a playlist that could not be reloaded fails")
  func unanswered() throws {
    let run = try run([note("connection refused", .playlistUnanswered)])
    #expect(run.messages == ["connection refused"] && run.result.state == .fail)
  }

  @Test("a playlist that could not be read fails")
  func unread() throws {
    let note = StreamNote(
      id: "hls-playlist-missing",
      rendition: "b",
      segment: "b.m3u8",
      detail: "HTTP 404"
    )
    let run = try run([note])
    #expect(run.result.state == .fail)
    #expect(run.messages == ["playlist b.m3u8 could not be read: HTTP 404"])
    #expect(run.findings.first?.place == Place(rendition: "b"))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let notes = [note("no EXT-X-TARGETDURATION"), note("EXTINF \"abc\" at line 14")]
    let run = try run(notes, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsPlaylistInvalid.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}
