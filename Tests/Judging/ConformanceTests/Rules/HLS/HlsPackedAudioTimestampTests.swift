import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-packed-audio-timestamp")
struct HlsPackedAudioTimestampTests {
  private func run(
    _ events: [TimedMetadataEvent],
    summary: InputSummary = .playlist(of: [.packedAudio]),
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(HlsPackedAudioTimestamp.id, events, summary: summary, settings: settings)
  }

  private func note(segment: String?) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "hls-packed-audio-timestamp",
        rendition: "a",
        segment: segment,
        time: 18,
        offset: 0,
        detail: "no timestamp tag"
      )
    )
  }

  @Test("segments with a time stamp pass")
  func passes() throws {
    let run = try run([])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a segment without a time stamp fails")
  func fails() throws {
    let run = try run([note(segment: "3.aac")])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["segment 3.aac: no timestamp tag"])
    #expect(
      run.findings.first?.place == Place(time: 18, rendition: "a", segment: "3.aac", offset: 0)
    )
    #expect(try self.run([note(segment: nil)]).messages == ["no timestamp tag"])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let notes = [note(segment: "3.aac"), note(segment: "4.aac")]
    let run = try run(notes, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("an input without packed audio segments, or without a playlist, is not assessed")
  func carriage() throws {
    let other = try run([], summary: .playlist(of: [.transportStream]))
    #expect(other.result.notAssessed == .carriage)
    let file = try RuleRun(HlsPackedAudioTimestamp.id, [], media: [.packedAudio])
    #expect(file.result.notAssessed == .carriage)
  }
}
