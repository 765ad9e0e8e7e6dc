import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct HlsSegmentMissingTests {
  private static let rule = RuleID(rawValue: "hls-segment-missing")

  private func run(
    _ events: [TimedMetadataEvent],
    hasPlaylist: Bool = true,
    maximum: Double? = nil
  ) throws -> RuleRun {
    var summary = InputSummary(duration: 60, streams: [], byteCount: 1)
    summary.media = [.transportStream]
    summary.playlist = hasPlaylist ? PlaylistSummary(isLive: false) : nil
    var settings = RuleSettings()
    if let maximum { settings.values = ["maximum": maximum] }
    return try RuleRun(Self.rule, events, summary: summary, settings: settings)
  }

  private func segment(
    _ number: Int,
    start: Double?,
    change: (inout SegmentReport) -> Void = { _ in }
  ) -> TimedMetadataEvent {
    var segment = SegmentReport(
      rendition: "a",
      uri: "\(number).ts",
      mediaSequence: number,
      start: start,
      duration: 6
    )
    segment.isComplete = true
    change(&segment)
    return .segment(segment)
  }

  @Test("a missing file among joined files fails, although there is no playlist")
  func joined() throws {
    let words = "number 2 is missing between s1.ts and s3.ts: what it held was not read"
    var note = StreamNote(id: .joinedHole, time: 12, detail: words)
    note.measured = 6
    let run = try run([.note(note)], hasPlaylist: false)
    #expect(run.result.state == .fail)
    #expect(run.messages == [words])
    #expect(try self.run([], hasPlaylist: false).result.notAssessed == .carriage)
    // The tags before and after the missing file do not make a gap.
    let tags = try MadeTag.dataTags(4).enumerated().map { index, tag in
      tag.with { $0.time = Double(index < 2 ? index * 10 : 60 + index * 10) }
    }
    var hole = StreamNote(id: .joinedHole, time: 11, detail: words)
    hole.measured = 66
    let gap = try RuleRun(CadenceGap.id, Array(tags[..<2]) + [.note(hole)] + tags[2...])
    #expect(gap.result.found == 0)
  }

  @Test("whole segments and declared gaps pass")
  func passing() throws {
    let run = try run([
      segment(1, start: 0),
      segment(2, start: 6) {
        $0.isComplete = false
        $0.isGap = true
      },
    ])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an unread segment fails, and the finding has the reason and the segment's time")
  func missing() throws {
    let run = try run([
      segment(12, start: 72) {
        $0.isComplete = false
        $0.failure = "HTTP 404"
      },
      segment(13, start: nil) { $0.isComplete = false },
    ])
    #expect(run.result.state == .fail)
    #expect(
      run.messages == [
        "segment 12.ts: HTTP 404; tags from 72.0 to 78.0 s are unknown",
        "segment 13.ts: could not be read",
      ]
    )
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a", segment: "12.ts"))
  }

  @Test("a segment at a forbidden address warns, and the remedy says how to allow the address")
  func refused() throws {
    let run = try run([
      segment(12, start: 72) {
        $0.isComplete = false
        $0.failure = "is not below the folder of the playlist"
        $0.allowance = "allow it with allow-outside in --config if the playlist may read it"
      }
    ])
    #expect(run.result.state == .warn)
    #expect(run.findings.map(\.severity) == [.warning])
    #expect(
      run.findings.first?.remedy
        == "Allow it with allow-outside in --config if the playlist may read it."
    )
  }

  @Test("missing segments up to the maximum pass, and one more fails")
  func limit() throws {
    let events = (1...2).map { number in
      segment(number, start: 0) { $0.isComplete = false }
    }
    #expect(try run(events, maximum: 2).result.state == .pass)
    #expect(try run(events, maximum: 1).result.state == .fail)
  }

  @Test("renditions beyond the reader's limit are reported as missing, not as invalid playlists")
  func leftOut() throws {
    let note = TimedMetadataEvent.note(
      StreamNote(id: "hls-playlist-missing", detail: "100 are listed, the first 64 are read")
    )
    #expect(try run([note]).messages == ["100 are listed, the first 64 are read"])
    var summary = InputSummary(duration: 60, streams: [], byteCount: 1)
    summary.playlist = PlaylistSummary(isLive: false)
    let invalid = try RuleRun(RuleID(rawValue: "hls-playlist-invalid"), [note], summary: summary)
    #expect(invalid.result.state == .pass)
  }

  @Test("a missing initialization section fails even if its segments are read")
  func initialization() throws {
    let note = TimedMetadataEvent.note(
      StreamNote(id: "hls-initialization-missing", segment: "f0.m4s", time: 0, detail: "HTTP 404")
    )
    let run = try run([note, segment(1, start: 0)])
    #expect(run.result.state == .fail)
    #expect(run.messages == ["HTTP 404"])
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(try run([], hasPlaylist: false).result.notAssessed == .carriage)
  }

  @Test("many segments missing for the same reason are one finding")
  func folded() throws {
    let events = (1...40).map { number in
      segment(number, start: Double(number * 6)) {
        $0.isComplete = false
        $0.failure = "HTTP 404"
      }
    }
    let run = try run(events)
    #expect(run.result.found == 40)
    #expect(run.messages == ["segment 1.ts: HTTP 404; tags from 6.0 to 12.0 s are unknown"])
    #expect(run.findings.first?.count == 40)
    #expect(run.findings.first?.lastTime == 240)
  }
}
