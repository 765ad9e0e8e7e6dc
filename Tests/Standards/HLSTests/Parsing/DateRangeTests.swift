import HLS
import Testing

/// EXT-X-DATERANGE (RFC 8216, section 4.3.2.7).
struct DateRangeTests {
  @Test("all attributes of EXT-X-DATERANGE are read, and client attributes are kept in order")
  func attributes() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-DATERANGE:ID="ad-1",CLASS="com.example.ad",START-DATE="2020-01-01T00:00:00Z",\
      CUE="PRE,ONCE",END-DATE="2020-01-01T00:00:30.5Z",DURATION=30.5,PLANNED-DURATION=31,\
      SCTE35-CMD=0xFC01,SCTE35-OUT=0xfc02,SCTE35-IN=0XFC03,X-B="b",X-A=1.5,NEW=0xFF
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXTINF:1,
      a
      """
    )
    let range = try #require(playlist.segments.first?.dateRanges.first)
    #expect(range.id == "ad-1")
    #expect(range.dateRangeClass == "com.example.ad")
    #expect(range.startDate == 1_577_836_800)
    #expect(range.cues == [.pre, .once])
    #expect(range.endDate == 1_577_836_830.5)
    #expect(range.end == 1_577_836_830.5)
    #expect(range.duration == 30.5)
    #expect(range.plannedDuration == 31)
    #expect(range.scte35Command == [0xFC, 1])
    #expect(range.scte35Out == [0xFC, 2])
    #expect(range.scte35In == [0xFC, 3])
    #expect(range.otherAttributes.map(\.name) == ["X-B", "X-A", "NEW"])
    #expect(range.attribute("X-A") == "1.5")
    #expect(range.line == 3)
  }

  @Test("the end of a date range comes from DURATION or PLANNED-DURATION, or is unknown")
  func ends() throws {
    let playlist = try mediaPlaylist(
      """
      #EXT-X-DATERANGE:ID="a",START-DATE="1970-01-01T00:00:10Z",DURATION=5
      #EXT-X-DATERANGE:ID="b",START-DATE="1970-01-01T00:00:10Z",PLANNED-DURATION=5
      #EXT-X-DATERANGE:ID="c",START-DATE="1970-01-01T00:00:10Z",CLASS="x",END-ON-NEXT=YES
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXTINF:1,
      a
      """
    )
    #expect(playlist.dateRanges.map(\.end) == [15, 15, nil])
    #expect(playlist.dateRanges.map(\.endsOnNext) == [false, false, true])
  }

  @Test(
    "END-ON-NEXT ends a range at the next range of its class, and overrides PLANNED-DURATION",
    arguments: [
      ("CLASS=\"x\",END-ON-NEXT=YES", 20), ("CLASS=\"y\",END-ON-NEXT=YES", nil),
      ("CLASS=\"x\"", nil), ("CLASS=\"x\",END-ON-NEXT=YES,PLANNED-DURATION=3", 20),
    ] as [(String, Double?)]
  )
  func endOnNext(attributes: String, end: Double?) throws {
    // The order of the tags does not matter.
    let others = [("first", 9), ("far", 30), ("next", 20), ("same", 10)].map { id, second in
      let time = second < 10 ? "0\(second)" : "\(second)"
      return "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"x\",START-DATE=\"1970-01-01T00:00:\(time)Z\"\n"
    }
    let playlist = try mediaPlaylist(
      others.joined()
        + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"1970-01-01T00:00:10Z\",\(attributes)\n"
        + "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n#EXTINF:1,\na\n"
    )
    let range = try #require(playlist.dateRanges.last)
    #expect(range.end == end)
    #expect(range.seconds == end.map { $0 - 10 })
  }

  @Test("a tag that ends a date range is not a fault even if the tag that started it is missing")
  func onlyTheEnd() throws {
    let (_, faults) = try mediaReading(
      """
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXT-X-DATERANGE:ID="a",DURATION=3,SCTE35-IN=0xFC
      #EXTINF:1,
      a
      """
    )
    #expect(faults.isEmpty)
  }

  @Test("EXT-X-DATERANGE tags with the same ID form one range, and differences are reported")
  func merged() throws {
    let (playlist, faults) = try mediaReading(
      """
      #EXT-X-DATERANGE:ID="a",START-DATE="1970-01-01T00:00:10Z",X-A="1"
      #EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z
      #EXTINF:1,
      a
      #EXT-X-DATERANGE:ID="b",START-DATE="1970-01-01T00:00:20Z"
      #EXTINF:1,
      b
      #EXT-X-DATERANGE:ID="a",START-DATE="1970-01-01T00:00:10Z",DURATION=3,X-A="2",X-B="2"
      """
    )
    #expect(playlist.dateRanges.map(\.id) == ["a", "b"])
    #expect(playlist.dateRanges.first?.end == 13)
    #expect(playlist.dateRanges.first?.attribute("X-A") == "1")
    #expect(playlist.dateRanges.first?.attribute("X-B") == "2")
    #expect(faults.map(\.kind) == [.dateRangeInconsistent])
    #expect(faults.first?.message.contains("differs from the tag in line 3 in X-A") == true)
  }

  @Test("date ranges without an ID are not merged")
  func withoutID() throws {
    let (playlist, faults) = try mediaReading(
      "#EXT-X-DATERANGE:X-A=\"1\"\n#EXT-X-DATERANGE:X-A=\"2\"\n#EXTINF:1,\na\n"
    )
    #expect(playlist.dateRanges.map { $0.attribute("X-A") } == ["1", "2"])
    #expect(faults.map(\.kind) == [.attributeMissing, .dateRangeInconsistent, .attributeMissing])
  }
}
