import Testing

@testable import HLS

/// Tags of media playlists (RFC 8216, sections 4.3.2 and 4.3.3).
struct MediaPlaylistReaderTests {
  @Test(
    "a duration with a decimal point counts as fractional, even if the fraction is 0",
    arguments: [("2", false), ("2.0", true), ("2.000000", true), ("1.96", true), ("2.x", false)]
  )
  func decimalDuration(text: String, hasDecimals: Bool) throws {
    let (playlist, _) = try mediaReading("#EXTINF:\(text),\na.ts\n")
    #expect(playlist.segments.map(\.hasDecimalDuration) == [hasDecimals])
  }

  @Test("tags about the whole playlist are read")
  func playlistTags() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-VERSION:9
      #EXT-X-MEDIA-SEQUENCE:4611686018427387904
      #EXT-X-DISCONTINUITY-SEQUENCE:7
      #EXT-X-PLAYLIST-TYPE:EVENT
      #EXT-X-I-FRAMES-ONLY
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-ALLOW-CACHE:NO
      #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
      #EXT-X-ENDLIST
      """
    )
    #expect(playlist.uri == address)
    #expect(playlist.version == 9)
    #expect(playlist.targetDuration == 10)
    #expect(playlist.mediaSequence == 1 << 62)
    #expect(playlist.discontinuitySequence == 7)
    #expect(playlist.type == .event)
    #expect(playlist.isIFramesOnly)
    #expect(playlist.hasIndependentSegments)
    #expect(playlist.allowsCache == false)
    #expect(playlist.start == StartPoint(timeOffset: -12.5, isPrecise: true))
    #expect(playlist.hasEndList)
    #expect(!playlist.isLive)
  }

  @Test("missing tags have the default values of the specification")
  func defaults() throws {
    let playlist = try mediaPlaylist("")
    #expect(playlist.version == 1)
    #expect(playlist.mediaSequence == 0)
    #expect(playlist.discontinuitySequence == 0)
    #expect(playlist.type == nil)
    #expect(playlist.allowsCache == nil)
    #expect(playlist.start == nil)
    #expect(playlist.isLive)
    #expect(playlist.segments.isEmpty)
  }

  @Test(
    "a duration may be an integer or decimal, and the comma and the title may be missing",
    arguments: [
      ("10,", 10, nil), ("9.967,Title, with comma", 9.967, "Title, with comma"), ("5", 5, nil),
      ("0,", 0, nil), ("10,\t", 10, nil), ("6, no desc", 6, "no desc"), (" 4 , x ", 4, "x"),
      ("2 tvg-id=\"a\",Name", 2, "Name"),
    ] as [(String, Double, String?)]
  )
  func information(text: String, duration: Double, title: String?) throws {
    let playlist = try mediaPlaylist("#EXTINF:\(text)\na.ts\n")
    #expect(playlist.segments.map(\.duration) == [duration])
    #expect(playlist.segments.map(\.title) == [title])
  }

  @Test("each discontinuity tag increases the sequence number, even if one segment has two tags")
  func discontinuities() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-MEDIA-SEQUENCE:100
      #EXT-X-DISCONTINUITY-SEQUENCE:5
      #EXTINF:1,
      a
      #EXT-X-DISCONTINUITY
      #EXTINF:1,
      b
      #EXTINF:1,
      c
      #EXT-X-DISCONTINUITY
      #EXT-X-DISCONTINUITY
      #EXTINF:1,
      d
      """
    )
    #expect(playlist.segments.map(\.mediaSequenceNumber) == [100, 101, 102, 103])
    #expect(playlist.segments.map(\.isDiscontinuity) == [false, true, false, true])
    #expect(playlist.segments.map(\.discontinuitySequenceNumber) == [5, 6, 6, 8])
  }

  @Test("a media sequence tag after segments also applies to these segments")
  func lateSequence() throws {
    let (playlist, faults) = try mediaReading("#EXTINF:1,\na\n#EXT-X-MEDIA-SEQUENCE:9\n")
    #expect(playlist.segments.map(\.mediaSequenceNumber) == [9])
    #expect(faults.map(\.kind) == [.tagMisplaced])
  }

  @Test("a byte range without an offset continues the previous range of the same resource")
  func byteRanges() throws {
    let playlist = try mediaPlaylist(
      """
      #EXTINF:1,
      #EXT-X-BYTERANGE:100@20
      a
      #EXT-X-BYTERANGE:50
      #EXTINF:1,
      a
      #EXTINF:1,
      #EXT-X-BYTERANGE:5@0
      b
      #EXTINF:1,
      whole
      """
    )
    #expect(
      playlist.segments.map(\.byteRange) == [
        ByteRange(offset: 20, length: 100), ByteRange(offset: 120, length: 50),
        ByteRange(offset: 0, length: 5), nil,
      ]
    )
    #expect(playlist.segments[0].byteRange?.rangeHeader == "bytes=20-119")
  }

  @Test("a byte range without an offset cannot continue another resource or a whole resource")
  func brokenRanges() throws {
    let (playlist, faults) = try mediaReading(
      """
      #EXT-X-BYTERANGE:100@20
      #EXTINF:1,
      a
      #EXT-X-BYTERANGE:50
      #EXTINF:1,
      b
      #EXTINF:1,
      b
      #EXT-X-BYTERANGE:50
      #EXTINF:1,
      b
      """
    )
    #expect(faults.map(\.kind) == [.byteRangeWithoutOffset, .byteRangeWithoutOffset])
    #expect(playlist.segments.map(\.byteRange?.offset) == [20, 0, nil, 0])
  }

  @Test("an initialization section applies until the next one, and has the keys at its position")
  func maps() throws {
    let playlist = try mediaPlaylist(
      """
      #EXTINF:1,
      a
      #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@5"
      #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1
      #EXTINF:1,
      b
      #EXT-X-MAP:URI="init2.mp4",BYTERANGE="9"
      #EXTINF:1,
      c
      """
    )
    #expect(playlist.segments.map(\.map?.uri) == [nil, "init.mp4", "init2.mp4"])
    #expect(playlist.segments[1].map?.byteRange == ByteRange(offset: 5, length: 720))
    #expect(playlist.segments[1].map?.keys == [])
    #expect(playlist.segments[2].map?.byteRange == ByteRange(offset: 0, length: 9))
    #expect(playlist.segments[2].map?.keys.map(\.uri) == ["k"])
  }

  @Test(
    "a gap applies to the next segment, and a bitrate to all later segments without a byte range"
  )
  func gapAndBitrate() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-BITRATE:800
      #EXT-X-GAP
      #EXTINF:1,
      a
      #EXTINF:1,
      b
      #EXT-X-BYTERANGE:1@0
      #EXTINF:1,
      c
      """
    )
    #expect(playlist.segments.map(\.isGap) == [true, false, false])
    #expect(playlist.segments.map(\.bitrate) == [800, 800, nil])
  }

  @Test(
    "dates are computed forward from each PROGRAM-DATE-TIME and backward from the first one"
  )
  func dates() throws {
    let playlist = try mediaPlaylist(
      """
      #EXTINF:4,
      a
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:10Z
      #EXTINF:5,
      b
      #EXT-X-DISCONTINUITY
      #EXTINF:6,
      c
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T01:00:00.5Z
      #EXTINF:7,
      d
      """
    )
    let day = 1_577_836_800.0
    #expect(playlist.segments.map(\.programDateTime) == [nil, day + 10, nil, day + 3600.5])
    #expect(playlist.segments.map(\.startDate) == [day + 6, day + 10, day + 15, day + 3600.5])
    #expect(playlist.segments.last?.endDate == day + 3607.5)
    #expect(playlist.index(ofSegmentAt: day + 12) == 1)
    #expect(playlist.index(ofSegmentAt: day) == 0)
    #expect(playlist.index(ofSegmentAt: day + 4000) == nil)
  }

  @Test("unknown tags after the first tag of a segment belong to the segment that follows")
  func unknownTags() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-FIRST
      #EXTINF:1,
      #EXT-X-SECOND:2
      a
      #EXT-X-THIRD
      #EXTINF:1,
      b
      #EXT-X-FOURTH
      """
    )
    #expect(playlist.unknownTags.map(\.name) == ["EXT-X-FIRST", "EXT-X-FOURTH"])
    #expect(
      playlist.segments.map { $0.unknownTags.map(\.name) } == [
        ["EXT-X-SECOND"], ["EXT-X-THIRD"],
      ]
    )
  }

  @Test("ad break markers, date ranges and parts after the last segment belong to the playlist")
  func trailing() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXTINF:1,
      a
      #EXT-X-CUE-OUT:30
      #EXT-X-DATERANGE:ID="d",START-DATE="2020-01-01T00:00:00Z"
      #EXT-X-PART:URI="p",DURATION=0.5
      """
    )
    #expect(playlist.segments[0].cues.isEmpty)
    #expect(playlist.trailingCues.map(\.kind) == [.out])
    #expect(playlist.trailingDateRanges.map(\.id) == ["d"])
    #expect(playlist.trailingParts.map(\.uri) == ["p"])
  }
}
