import HLS
import Testing

/// Delta updates (rfc8216bis, section 4.4.5.2).
struct SkipTests {
  private static let control =
    "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=60,CAN-SKIP-DATERANGES=YES,CAN-BLOCK-RELOAD=YES\n"
  private static let head = control + "#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n"
  private static let skippable = """
    #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
    #EXT-X-MAP:URI="init.mp4"
    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1"
    #EXT-X-BYTERANGE:100@0
    #EXTINF:6,
    all.mp4
    #EXT-X-DATERANGE:ID="old",START-DATE="2020-01-01T00:00:00Z"
    #EXT-X-DATERANGE:ID="kept",START-DATE="2020-01-01T00:00:00Z"
    #EXT-X-DISCONTINUITY
    #EXT-X-BYTERANGE:50
    #EXTINF:6,
    all.mp4

    """
  private static let listed = """
    #EXT-X-BYTERANGE:25
    #EXTINF:6,
    all.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-KEY:METHOD=NONE
    #EXTINF:6,
    d.mp4

    """

  @Test("a delta update and the previous playlist give the same result as the whole playlist")
  func merge() throws {
    let before = try mediaPlaylist(
      Self.head + Self.skippable + "#EXT-X-BYTERANGE:25\n#EXTINF:6,\nall.mp4\n"
    )
    let whole = try mediaPlaylist(Self.head + Self.skippable + Self.listed)
    let delta = try mediaPlaylist(
      Self.head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n" + Self.listed,
      updating: before
    )
    #expect(delta.missingSkippedCount == 0)
    #expect(delta.segments.map(Facts.init) == whole.segments.map(Facts.init))
    #expect(delta.segments[2].byteRange == ByteRange(offset: 150, length: 25))
    #expect(delta.nextMediaSequenceNumber == 14)
  }

  @Test("a delta update can be merged if the window has moved since the previous playlist")
  func movedWindow() throws {
    let before = try mediaPlaylist(Self.head + Self.skippable + Self.listed)
    let delta = try mediaPlaylist(
      Self.control + "#EXT-X-MEDIA-SEQUENCE:11\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n"
        + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-DISCONTINUITY\n#EXT-X-KEY:METHOD=NONE\n"
        + "#EXTINF:6,\nd.mp4\n",
      updating: before
    )
    #expect(delta.segments.map(\.mediaSequenceNumber) == [11, 12, 13])
    #expect(delta.segments.map(\.discontinuitySequenceNumber) == [4, 4, 5])
    #expect(delta.segments.map(\.startDate) == before.segments.dropFirst().map(\.startDate))
  }

  @Test("RECENTLY-REMOVED-DATERANGES removes date ranges from the skipped segments")
  func removedDateRanges() throws {
    let before = try mediaPlaylist(Self.head + Self.skippable + Self.listed)
    let delta = try mediaPlaylist(
      Self.head
        + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES=\"old\tother\"\n"
        + Self.listed,
      updating: before
    )
    #expect(before.dateRanges.map(\.id) == ["old", "kept"])
    #expect(delta.dateRanges.map(\.id) == ["kept"])
  }

  @Test("without a previous playlist, all skipped segments of a delta update count as missing")
  func unknownBase() throws {
    let (delta, faults) = try mediaReading(
      Self.head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:6,\nc.mp4\n"
    )
    #expect(faults.map(\.kind) == [.skippedSegmentsUnknown])
    #expect(delta.missingSkippedCount == 2)
    #expect(delta.segments.map(\.mediaSequenceNumber) == [12])
    #expect(delta.nextMediaSequenceNumber == 13)
  }

  @Test(
    "a previous playlist that lacks some of the skipped segments is not used",
    arguments: [(8, 3), (11, 3), (10, 6), (0, 2), (14, 1)]
  )
  func incompleteBase(first: Int, count: Int) throws {
    let before = try mediaPlaylist(
      "#EXT-X-MEDIA-SEQUENCE:\(first)\n" + String(repeating: "#EXTINF:6,\na\n", count: 1)
    )
    let (delta, _) = try mediaReading(
      "#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)\n",
      updating: before
    )
    #expect(delta.missingSkippedCount == count)
  }
}

/// The compared properties of a segment: all except the line number.
private struct Facts: Equatable {
  let uri: String
  let duration: Double
  let numbers: [Int]
  let isDiscontinuity: Bool
  let byteRange: ByteRange?
  let map: MediaInitializationSection?
  let keys: [EncryptionKey]
  let startDate: Double?

  init(_ segment: MediaSegment) {
    uri = segment.uri
    duration = segment.duration
    numbers = [segment.mediaSequenceNumber, segment.discontinuitySequenceNumber]
    isDiscontinuity = segment.isDiscontinuity
    byteRange = segment.byteRange
    map = segment.map
    keys = segment.keys
    startDate = segment.startDate
  }
}
