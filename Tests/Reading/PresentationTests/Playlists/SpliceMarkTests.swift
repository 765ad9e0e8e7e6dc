import ReaderTestSupport
import SCTE35
import TestSupport
import Testing
import TransportStream

@Suite struct SpliceMarkTests {
  private static let splicePID: UInt16 = 0x258
  private static let second: Int64 = 90_000

  /// Ten seconds of audio from `start`; the first second is followed by a section that announces a break.
  private static func segment(start: Int64, breakAt pts: Int64?) -> [UInt8] {
    var builder = StreamBuilder()
    let splices = ElementaryStream(type: StreamType(rawValue: 0x86), pid: splicePID)
    builder.tables(StreamBuilder.map(id3: [splices]))
    for tenth in 0..<100 {
      builder.audio(pts: start + Int64(tenth) * 9000)
      if tenth == 9, let pts { builder.section(section(breakAt: pts), pid: splicePID) }
    }
    return builder.bytes
  }

  private static func section(breakAt pts: Int64) -> [UInt8] {
    SpliceInfoSection(
      command: .insert(
        SpliceInsert(eventID: 1, isOut: true, pts: pts)
      )
    ).encoded
  }

  @Test("a marker in a later segment is delivered at its time in the presentation")
  func segments() async throws {
    let segments = [0, 1].map { number in
      let start = 900_000 + Int64(number) * 10 * Self.second
      return Self.segment(start: start, breakAt: number == 1 ? start + 4 * Self.second : nil)
    }
    let events = try await SamplePresentation.events(
      SamplePresentation.playlist(SamplePresentation.names(2), seconds: 10),
      SamplePresentation.files(segments)
    )
    #expect(events.markers.map(\.time) == [14])
    #expect(events.markers.map(\.segment) == [SamplePresentation.names(2)[1]])
  }

  @Test(
    "cue tags and date ranges get direction and event id from the SCTE-35 data in them",
    arguments: [
      (
        "#EXT-OATCLS-SCTE35:/DAlAAAAAAAAAP/wFAUAAAABf+/+ANgNkv4AFJlwAAEBAQAA5xULLA==",
        true, 15, "1"
      ),
      (
        "#EXT-X-CUE-OUT:30,SCTE35=/DAlAAAAAAAAAP/wFAUAAAABf+/+ANgNkv4AFJlwAAEBAQAA5xULLA==",
        true, 30, "1"
      ),
      (
        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:00Z\",SCTE35-CMD="
          + "0xFC302500000000000000FFF01405000000017FEFFE00D80D92FE00149970000101010000E7150B2C",
        true, 15, "1"
      ),
      ("#EXT-OATCLS-SCTE35:nonsense", nil, nil, nil),
      ("#EXT-X-CUE-OUT:30", true, 30, nil),
    ] as [(String, Bool?, Double?, String?)]
  )
  func playlistTags(line: String, isOut: Bool?, duration: Double?, event: String?) async throws {
    let events = try await SamplePresentation.events(
      SamplePresentation.playlist(
        SamplePresentation.names(2),
        lines: [0: ["#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z", line]]
      ),
      SamplePresentation.files(SamplePresentation.segments(2))
    )
    #expect(events.markers.map(\.isOut) == [isOut])
    #expect(events.markers.map(\.duration) == [duration])
    #expect(events.markers.map { $0.announcement?.eventID.map { "\($0)" } } == [event])
  }
}
