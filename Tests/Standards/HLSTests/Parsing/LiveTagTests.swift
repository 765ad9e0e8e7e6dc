import Testing

@testable import HLS

/// Tags for low latency (rfc8216bis, section 4.4).
struct LiveTagTests {
  @Test("all tags of low-latency HLS are read")
  func tags() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-DATERANGES=YES,PART-HOLD-BACK=1.0,\
      CAN-SKIP-UNTIL=12.0,HOLD-BACK=12.5
      #EXT-X-PART-INF:PART-TARGET=0.33334
      #EXT-X-PART:DURATION=0.3,URI="p0",INDEPENDENT=YES
      #EXT-X-PART:DURATION=0.2,URI="p1",GAP=YES
      #EXTINF:1,
      a
      #EXT-X-PART:DURATION=0.3,URI="b",BYTERANGE="10@5"
      #EXT-X-PART:DURATION=0.3,URI="b",BYTERANGE="20"
      #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p2",BYTERANGE-START=7,BYTERANGE-LENGTH=9
      #EXT-X-PRELOAD-HINT:TYPE=MAP,URI="m"
      #EXT-X-PRELOAD-HINT:TYPE=FOO,URI="f"
      #EXT-X-RENDITION-REPORT:URI="../1M/a.m3u8",LAST-MSN=273,LAST-PART=2
      """
    )
    #expect(
      playlist.serverControl
        == ServerControl(
          canBlockReload: true,
          canSkipUntil: 12,
          canSkipDateRanges: true,
          holdBack: 12.5,
          partHoldBack: 1
        )
    )
    #expect(playlist.partTarget == 0.33334)
    let parts = try #require(playlist.segments.first?.parts)
    #expect(parts.map(\.uri) == ["p0", "p1"])
    #expect(parts.map(\.isIndependent) == [true, false])
    #expect(parts.map(\.isGap) == [false, true])
    #expect(parts.map(\.duration) == [0.3, 0.2])
    #expect(
      playlist.trailingParts.map(\.byteRange) == [
        ByteRange(offset: 5, length: 10), ByteRange(offset: 15, length: 20),
      ]
    )
    #expect(playlist.preloadHints.map(\.kind) == [.part, .map, .other("FOO")])
    #expect(playlist.preloadHints.map(\.start) == [7, 0, 0])
    #expect(playlist.preloadHints.map(\.length) == [9, nil, nil])
    #expect(playlist.renditionReports.map(\.uri) == ["../1M/a.m3u8"])
    #expect(playlist.renditionReports.map(\.lastMediaSequenceNumber) == [273])
    #expect(playlist.renditionReports.map(\.lastPart) == [2])
  }

  @Test(
    "the unfinished segment has the next numbers, and the initialization section and date in force"
  )
  func unfinished() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-MEDIA-SEQUENCE:7
      #EXT-X-DISCONTINUITY-SEQUENCE:2
      #EXT-X-MAP:URI="m"
      #EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:10Z
      #EXTINF:1.5,
      a
      #EXT-X-DISCONTINUITY
      #EXT-X-PART:DURATION=0.5,URI="p0"
      #EXT-X-PART:DURATION=0.25,URI="p1"
      """
    )
    let segment = try #require(playlist.unfinishedSegment)
    #expect(segment.mediaSequenceNumber == 8)
    #expect(segment.discontinuitySequenceNumber == 3)
    #expect(segment.isDiscontinuity)
    #expect(segment.uri == "p0")
    #expect(segment.duration == 0.75)
    #expect(segment.map?.uri == "m")
    #expect(segment.startDate == 11.5)
    #expect(segment.parts == playlist.trailingParts)
    #expect(playlist.segments.map(\.uri) == ["a"])
  }

  @Test("a playlist without parts after the last segment has no unfinished segment")
  func finished() throws {
    let playlist = try mediaPlaylist("#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:1,\na")
    #expect(playlist.unfinishedSegment == nil)
  }
}
