import Testing

@testable import StreamMaker

@Suite("written manifests")
struct WrittenManifestTests {
  /// A Representation with four segments of two seconds that begin `offset` ticks after the video.
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

  @Test("a manifest without a second Period has one Period that starts at 0")
  func one() {
    #expect(Self.manifest.periods.map(\.number) == [1])
    #expect(Self.manifest.text.contains("<Period id=\"1\" start=\"PT0S\">"))
  }

  @Test("audio segments belong to the Period that contains their middle")
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

  @Test("an event is in the Period that contains its time, which is in ticks of the media clock")
  func events() {
    var manifest = Self.manifest
    manifest.events = [
      .init(presentationTime: 990_000, id: 1, message: [1, 2, 3]),
      .init(presentationTime: 1_260_000, id: 2, message: [4]),
    ]
    let one = manifest.text
    #expect(
      one.contains(
        """
            <EventStream schemeIdUri="https://aomedia.org/emsg/ID3" timescale="90000" \
        presentationTimeOffset="900000">
              <Event presentationTime="990000" id="1" contentEncoding="base64">AQID</Event>
              <Event presentationTime="1260000" id="2" contentEncoding="base64">BA==</Event>
            </EventStream>
            <AdaptationSet id="1"
        """
      )
    )
    manifest.secondPeriod = 1_260_000
    #expect(manifest.periods.map { $0.events.map(\.id) } == [[1], [2]])
    #expect(manifest.text.contains("presentationTimeOffset=\"1260000\">\n      <Event"))
  }

  @Test("a Period without segments in the window is not written")
  func gone() {
    var manifest = Self.manifest
    manifest.secondPeriod = 900_000
    #expect(manifest.periods.map(\.number) == [2])
  }
}
