import Testing

@testable import Presentation

/// Comparisons of manifest versions with the Date of their responses.
@Suite struct ManifestClockDriftTests {
  /// 2026-01-01T00:01:00Z.
  private static let date: Int64 = 1_767_225_660

  private static func manifest(
    timing: String = "",
    newestEnd: Int = 60,
    date: Int64? = date
  ) throws -> LoadedManifest {
    let text = """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2S"
          availabilityStartTime="2026-01-01T00:00:00Z">
        <Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">
          <SegmentTemplate timescale="1" media="$Number$.m4s" initialization="i.mp4">
            <SegmentTimeline><S t="0" d="2" r="\((newestEnd - 2) / 2)"/></SegmentTimeline>
          </SegmentTemplate>
          <Representation id="v" bandwidth="1000"/>
        </AdaptationSet></Period>
        \(timing)
      </MPD>
      """
    var manifest = try LoadedManifest(
      Array(text.utf8),
      name: "live.mpd",
      url: "https://test/live.mpd",
      limits: PlaylistReadingLimits()
    )
    manifest.answer = date.map { AnswerDate(date: $0, received: Double($0)) }
    return manifest
  }

  private static func timing(_ kind: String, _ value: String) -> String {
    "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:\(kind):2014\" value=\"\(value)\"/>"
  }

  @Test(
    "clocks that differ by at most ten seconds, or cannot be compared, give no difference",
    arguments: [
      ("", 60, date, 0), ("", 70, date, 0), ("", 600, nil, 0),
      (timing("direct", "2026-01-01T00:01:10Z"), 60, date, 0),
      (timing("http-iso", "https://test/time"), 60, date, 10),
      // NTP servers are not read.
      (timing("ntp", "pool.test"), 60, date, 90),
      ("", 60, date, 90),
    ] as [(String, Int, Int64?, Int64)]
  )
  func agree(timing: String, newestEnd: Int, date: Int64?, lead: Int64) throws {
    var drift = ManifestClockDrift()
    let manifest = try Self.manifest(timing: timing, newestEnd: newestEnd, date: date)
    #expect(drift.difference(in: manifest, now: Double(Self.date + lead)) == nil)
  }

  @Test("a difference between UTCTiming, direct or from a URL, and the response's Date is reported")
  func timings() throws {
    var drift = ManifestClockDrift()
    let direct = try Self.manifest(timing: Self.timing("direct", "2026-01-01T00:01:11Z"))
    #expect(
      drift.difference(in: direct, now: Double(Self.date))
        == "UTCTiming urn:mpeg:dash:utc:direct:2014 is 11 s after the Date of the server's response"
    )
    drift = ManifestClockDrift()
    let asked = try Self.manifest(timing: Self.timing("http-iso", "https://test/time"))
    #expect(
      drift.difference(in: asked, now: Double(Self.date - 30))
        == "UTCTiming urn:mpeg:dash:utc:http-iso:2014 is 30 s before the Date of the server's response"
    )
  }

  @Test("a segment that ends over ten seconds after the response's Date is reported once")
  func newestSegment() throws {
    var drift = ManifestClockDrift()
    let manifest = try Self.manifest(newestEnd: 72)
    #expect(
      drift.difference(in: manifest, now: Double(Self.date))
        == "according to availabilityStartTime, the newest segment ends 12 s after "
        + "the Date of the server's response"
    )
    #expect(drift.difference(in: manifest, now: Double(Self.date)) == nil)
  }
}
