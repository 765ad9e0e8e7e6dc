import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("hls-segment-undeclared")
struct HlsSegmentUndeclaredTests {
  private func run(
    _ events: [TimedMetadataEvent],
    media: Set<MediaKind> = [.transportStream],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsSegmentUndeclared.id,
      events,
      summary: .playlist(of: media),
      settings: settings
    )
  }

  private func segments(
    _ count: Int,
    rendition: String = "a",
    undeclared: ClosedRange<Int>
  ) -> [TimedMetadataEvent] {
    (0..<count).map { number in
      MadeSegment.of(number, rendition: rendition) {
        $0.tables?.declaresID3 = !undeclared.contains(number)
      }
    }
  }

  @Test("a rendition passes if all of its segments declare ID3, or if none does")
  func passes() throws {
    let run = try run(
      segments(3, undeclared: 9...9) + segments(3, rendition: "b", undeclared: 0...2)
    )
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test(
    "segments that do not declare ID3 warn once, and the message has their number",
    arguments: [
      (12...15, "4 of 52 segments do not declare the ID3 PID"),
      (12...12, "1 of 52 segments does not declare the ID3 PID"),
    ]
  )
  func finds(_ undeclared: ClosedRange<Int>, _ message: String) throws {
    let run = try run(segments(52, undeclared: undeclared))
    #expect(run.result.state == .warn)
    #expect(run.result.found == undeclared.count)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a", segment: "12.ts"))
  }

  @Test("a rendition with tags is judged, even if no segment declares ID3")
  func tags() throws {
    let segment = MadeSegment.of(1) {
      $0.tables?.declaresID3 = false
      $0.nielsenTags = 1
    }
    #expect(try run([segment]).messages == ["1 of 1 segment does not declare the ID3 PID"])
  }

  @Test("unread segments, or segments without a PMT, are not judged")
  func exempt() throws {
    let run = try run([
      MadeSegment.of(1),
      MadeSegment.of(2) {
        $0.isComplete = false
        $0.tables?.declaresID3 = false
      },
      MadeSegment.of(3) { $0.tables = SegmentTables() },
    ])
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try run(segments(9, undeclared: 1...2), settings: settings)
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("an input without transport stream segments is not assessed")
  func carriage() throws {
    #expect(try run([], media: [.fragmentedMP4]).result.notAssessed == .carriage)
    let file = try RuleRun(HlsSegmentUndeclared.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }
}
