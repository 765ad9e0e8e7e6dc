import Testing

@testable import StreamMaker

@Suite("manifests that are written")
struct WrittenManifestTests {
  /// Four segments of two seconds that begin so many ticks off the video.
  private static func representation(_ id: String, offset: Int64) -> WrittenManifest.Representation
  {
    WrittenManifest.Representation(
      id: id,
      bandwidth: 1000,
      stream: nil,
      startNumber: 3,
      segments: (0..<4).map { number in
        WrittenSegment(
          uri: "\(number).m4s",
          byteCount: 1,
          start: 900_000 + number * 180_000 + offset,
          duration: 180_000,
          wallClock: 0,
          isDiscontinuous: false,
          key: nil
        )
      }
    )
  }

  private static let manifest = WrittenManifest(
    firstPTS: 900_000,
    startTime: 0,
    sets: [
      .init(
        contentType: "video",
        carriesTags: true,
        language: nil,
        representations: [representation("v", offset: 0)]
      ),
      .init(
        contentType: "audio",
        carriesTags: true,
        language: nil,
        representations: [representation("a", offset: -1000)]
      ),
    ]
  )

  @Test("without a second Period all segments are in the first, which starts at 0")
  func one() {
    #expect(Self.manifest.periods.map(\.number) == [1])
    #expect(Self.manifest.text.contains("<Period id=\"1\" start=\"PT0S\">"))
  }

  @Test("a second Period begins with its segment, and audio follows by the middle of its segments")
  func two() throws {
    var manifest = Self.manifest
    manifest.secondPeriod = 1_260_000
    manifest.declaresInSecondPeriod = false
    let periods = manifest.periods
    #expect(periods.map(\.start) == [900_000, 1_260_000])
    for period in periods {
      #expect(period.sets.map { $0.representations[0].segments.count } == [2, 2])
      #expect(period.sets.map(\.carriesTags) == [period.number == 1, period.number == 1])
    }
    #expect(periods[1].sets.map { $0.representations[0].startNumber } == [5, 5])
    #expect(manifest.text.contains("<Period id=\"2\" start=\"PT4.000000S\">"))
    #expect(manifest.text.split(separator: "<InbandEventStream").count == 3)
  }

  @Test("a Period whose segments have left the window is not written")
  func gone() {
    var manifest = Self.manifest
    manifest.secondPeriod = 900_000
    #expect(manifest.periods.map(\.number) == [2])
  }
}
