import HLS
import ReaderTestSupport
import Testing
import TimedMetadata

@testable import Presentation

@Suite struct SegmentPlannerTests {
  private static func plan(
    _ lines: [Int: [String]] = [:],
    count: Int = 3,
    missedBefore: Int = 0
  ) throws -> [PlannedSegment] {
    let playlist = try mediaPlaylist(
      SamplePresentation.playlist(
        SamplePresentation.names(count),
        mediaSequence: 7,
        lines: lines
      )
    )
    var planner = SegmentPlanner()
    return planner.plan(playlist.segments, of: playlist, missedBefore: missedBefore)
  }

  @Test("planned segments have absolute addresses, and consecutive numbers and starts")
  func plain() throws {
    let planned = try Self.plan([1: ["#EXT-X-DISCONTINUITY"], 2: ["#EXT-X-GAP"]], missedBefore: 4)
    #expect(planned.map(\.url) == (0..<3).map { "https://test/s\($0).ts" })
    #expect(planned.map(\.uri) == SamplePresentation.names(3))
    #expect(planned.map(\.start) == [0, 2, 4])
    #expect(planned.map(\.mediaSequenceNumber) == [7, 8, 9])
    #expect(planned.map(\.isDiscontinuity) == [false, true, false])
    #expect(planned.map(\.discontinuitySequence) == [0, 1, 1])
    #expect(planned.map(\.isGap) == [false, false, true])
    #expect(planned.map(\.missedBefore) == [4, 0, 0])
  }

  @Test("each key uses its own IV, or the media sequence number if it has none")
  func keys() throws {
    let planned = try Self.plan([
      0: ["#EXT-X-KEY:METHOD=AES-128,URI=\"k0\""],
      1: ["#EXT-X-KEY:METHOD=AES-128,URI=\"k1\",IV=0x000102030405060708090a0b0c0d0e0f"],
      2: ["#EXT-X-KEY:METHOD=NONE"],
    ])
    let vector = [UInt8](repeating: 0, count: 15) + [7]
    #expect(
      planned.map(\.encryption) == [
        .aes128(keyURL: "https://test/k0", initializationVector: vector),
        .aes128(keyURL: "https://test/k1", initializationVector: Array(0...15)),
        nil,
      ]
    )
  }

  @Test(
    "segments with sample encryption are readable, and segments with unknown methods are not",
    arguments: [
      ("METHOD=SAMPLE-AES,URI=\"k\"", nil),
      ("METHOD=SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"x\"", nil),
      ("METHOD=SAMPLE-AES-CENC,URI=\"k\"", nil),
      ("METHOD=AES-256,URI=\"k\"", "AES-256"),
      ("METHOD=AES-128,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", "licence"),
    ] as [(String, String?)]
  )
  func methods(attributes: String, reason: String?) throws {
    let planned = try Self.plan([0: ["#EXT-X-KEY:\(attributes)"]])
    switch (planned.first?.encryption, reason) {
    case (nil, nil): break
    case (.unreadable(let text), let reason?): #expect(text.contains(reason))
    default: Issue.record("\(String(describing: planned.first?.encryption))")
    }
  }

  @Test("planned segments have their byte ranges and initialization sections")
  func ranges() throws {
    let planned = try Self.plan([
      0: ["#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"20@5\"", "#EXT-X-BYTERANGE:100@1000"],
      1: ["#EXT-X-BYTERANGE:50@2000"],
    ])
    #expect(planned.map(\.byteRange) == [1000..<1100, 2000..<2050, nil])
    let initialization = PlannedSegment.Initialization(
      uri: "init.mp4",
      url: "https://test/init.mp4",
      byteRange: 5..<25
    )
    #expect(planned.map(\.initialization) == [initialization, initialization, initialization])
  }

  @Test(
    "invalid durations leave the timeline finite",
    arguments: [("-3", 0), ("nan", 0), ("1e308", 1e6), ("99999999999", 1e6), ("", 0)]
  )
  func durations(text: String, duration: Double) throws {
    let playlist = try mediaPlaylist(
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:\(text),\na\n#EXTINF:2,\nb\n#EXT-X-ENDLIST\n"
    )
    var planner = SegmentPlanner()
    let planned = planner.plan(playlist.segments, of: playlist)
    #expect(planned.allSatisfy { $0.start.isFinite })
    #expect((planned.last?.start ?? -1) <= duration)
  }

  // MARK: - Markers

  private static let date = "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"

  private static func range(_ id: String, _ second: Int, _ more: String = "") -> String {
    "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2024-01-01T00:00:"
      + "\(second < 10 ? "0" : "")\(second)Z\"\(more)"
  }

  @Test("cues and date ranges give markers at their segment")
  func marks() throws {
    let planned = try Self.plan([
      0: [Self.date, Self.range("a", 0, ",SCTE35-OUT=0xFC00,PLANNED-DURATION=30")],
      1: ["#EXT-X-CUE-OUT:30"],
      2: ["#EXT-X-CUE-IN", "#EXT-X-CUE-OUT-CONT:5/30"],
    ])
    #expect(planned.map { $0.markers.map(\.kind) } == [[.dateRange], [.cueOut], [.cueIn]])
    #expect(planned.map { $0.markers.map(\.isOut) } == [[true], [true], [false]])
    #expect(planned.flatMap(\.markers).map(\.duration) == [30, 30, nil])
    #expect(planned[0].markers[0].splice == [0xFC, 0])
    #expect(planned[0].markers[0].wallClock == 1_704_067_200)
  }

  @Test(
    "the first segment read within a break gives a marker with the remaining duration",
    arguments: [
      (["#EXT-X-CUE-OUT-CONT:5/30"], [25.0]),
      (["#EXT-X-CUE-OUT-CONT:ElapsedTime=8.5,Duration=30"], [21.5]),
      (["#EXT-X-CUE-OUT-CONT:30/30"], []), (["#EXT-X-CUE-OUT-CONT"], [nil]),
      (["#EXT-X-CUE-OUT:30", "#EXT-X-CUE-OUT-CONT:0/30"], [30]),
    ] as [([String], [Double?])]
  )
  func joinedBreak(lines: [String], durations: [Double?]) throws {
    // Later segments only continue the break.
    let planned = try Self.plan([0: lines, 1: ["#EXT-X-CUE-OUT-CONT:7/30"]])
    #expect(planned.map { $0.markers.map(\.kind) } == [durations.map { _ in .cueOut }, [], []])
    #expect(planned[0].markers.map(\.duration) == durations)
    #expect(planned[0].markers.allSatisfy { $0.isOut == true })
  }

  @Test(
    "only the latest segments of a live playlist are retried, while they are in the window",
    arguments: [
      // Each case has the number of segments, their duration, and the retry times of the last segments, in seconds.
      (1, 2, [2]), (3, 2, [0, 2, 4]), (40, 2, [0, 0, 2, 4]), (6, 6, [0, 0, 6, 12]),
      (2, 10, [10, 20]),
    ] as [(Int, Int, [Double])]
  )
  func retryTimes(count: Int, seconds: Int, expected: [Double]) throws {
    let playlist = try mediaPlaylist(
      SamplePresentation.playlist(
        SamplePresentation.names(count),
        seconds: seconds,
        isLive: true
      )
    )
    var planner = SegmentPlanner(startingAt: 100)
    let planned = planner.plan(playlist.segments, of: playlist)
    let window = try #require(planner.window(of: playlist, endingAt: planner.now))
    #expect(planned.suffix(expected.count).map { window.retryTime(of: $0) } == expected)
    #expect(window.start == 100)
    #expect(!planned.contains { window.hasLeft($0) })
    #expect(planner.window(of: playlist.ended(), endingAt: planner.now) == nil)
  }

  @Test("within a break, the first segment after missing segments gives a new marker")
  func breakAfterHole() throws {
    var planner = SegmentPlanner()
    func kinds(_ first: Int, missed: Int) throws -> [[TimelineMarker.Kind]] {
      let playlist = try mediaPlaylist(
        SamplePresentation.playlist(
          SamplePresentation.names(1),
          mediaSequence: first,
          lines: [0: ["#EXT-X-CUE-OUT-CONT:5/30"]],
          isLive: true
        )
      )
      return planner.plan(playlist.segments, of: playlist, missedBefore: missed).map {
        $0.markers.map(\.kind)
      }
    }
    #expect(try kinds(1, missed: 0) == [[.cueOut]])
    #expect(try kinds(2, missed: 0) == [[]])
    #expect(try kinds(9, missed: 6) == [[.cueOut]])
  }

  @Test("a date range gives one marker over all versions, and another one for an update")
  func dateRangesOnce() throws {
    var planner = SegmentPlanner()
    func marks(_ first: Int, _ lines: [String]) throws -> [[String?]] {
      let playlist = try mediaPlaylist(
        SamplePresentation.playlist(
          SamplePresentation.names(4),
          mediaSequence: first,
          lines: [0: [Self.date] + lines],
          isLive: true
        )
      )
      return planner.plan(playlist.segments.suffix(1), of: playlist).map { $0.markers.map(\.id) }
    }
    #expect(try marks(0, [Self.range("a", 7)]) == [["a"]])
    #expect(try marks(1, [Self.range("a", 7)]) == [[]])
    #expect(try marks(2, [Self.range("a", 7), Self.range("b", 9)]) == [["b"]])
    #expect(try marks(3, [Self.range("a", 7, ",DURATION=4"), Self.range("b", 9)]) == [["a"]])
  }

  @Test("a later tag of a date range ends its break, with or without START-DATE")
  func dateRangeEnds() throws {
    let planned = try Self.plan([
      0: [Self.date, Self.range("a", 0, ",SCTE35-OUT=0xFC00,PLANNED-DURATION=4")],
      1: [Self.range("a", 0, ",SCTE35-IN=0xFC00"), Self.range("b", 2, ",SCTE35-OUT=0xFC00")],
      2: ["#EXT-X-DATERANGE:ID=\"b\",DURATION=2,SCTE35-IN=0xFC00"],
    ])
    let marks = planned.flatMap(\.markers)
    #expect(marks.map(\.id) == ["a", "a", "b", "b"])
    #expect(marks.map(\.isOut) == [true, false, true, false])
    #expect(marks.compactMap(\.wallClock).map { $0 - 1_704_067_200 } == [0, 4, 2, 4])
    #expect(marks.last?.duration == 2)
  }

  @Test(
    "a date range that only ends a break has a marker at its end, and a note if the end is a guess",
    arguments: [
      ("", 2, "no end date: START-DATE is taken as its end"), (",DURATION=1", 3, nil),
      (",END-DATE=\"2024-01-01T00:00:05Z\"", 5, nil),
      (",PLANNED-DURATION=1", 3, "no end date: PLANNED-DURATION gives its end"),
    ] as [(String, Double, String?)]
  )
  func ownEnd(attributes: String, time: Double, guess: String?) throws {
    let planned = try Self.plan([
      0: [Self.date, Self.range("a", 0, ",SCTE35-OUT=0xFC00")],
      1: [Self.range("b", 2, ",SCTE35-IN=0xFC00" + attributes)],
    ])
    let end = try #require(planned.flatMap(\.markers).first { $0.isOut == false })
    #expect(end.wallClock.map { $0 - 1_704_067_200 } == time)
    #expect(end.guess == guess)
  }

  @Test("a changed value of a date range is noted once, and the first value is kept")
  func conflict() throws {
    var planner = SegmentPlanner()
    func plan(_ version: Int, _ range: String) throws -> [Double?] {
      let playlist = try mediaPlaylist(
        SamplePresentation.playlist(
          SamplePresentation.names(version + 1),
          lines: [0: [Self.date, range]],
          isLive: true
        )
      )
      return planner.plan(playlist.segments.suffix(1), of: playlist).flatMap(\.markers).map(
        \.duration
      )
    }
    #expect(try plan(0, Self.range("a", 0, ",DURATION=30")) == [30])
    #expect(planner.dateRanges.takeConflicts().isEmpty)
    for version in 1...2 {
      #expect(try plan(version, Self.range("a", 0, ",DURATION=20")) == [])
      let words =
        "EXT-X-DATERANGE with ID a differs from an earlier version of the playlist in DURATION: "
        + "players keep the first value"
      #expect(planner.dateRanges.takeConflicts() == (version == 1 ? [words] : []))
    }
  }

  @Test("a late end of a date range gives a marker if the start of the range had a marker")
  func lateEnd() throws {
    var planner = SegmentPlanner()
    func marks(_ version: Int, _ range: String) throws -> [Bool?] {
      let playlist = try mediaPlaylist(
        SamplePresentation.playlist(
          SamplePresentation.names(version + 1),
          lines: [0: [Self.date, range]],
          isLive: true
        )
      )
      return planner.plan(playlist.segments.suffix(1), of: playlist).flatMap(\.markers).map(\.isOut)
    }
    #expect(try marks(0, Self.range("a", 0, ",SCTE35-OUT=0xFC00")) == [true])
    #expect(try marks(5, Self.range("a", 0, ",SCTE35-OUT=0xFC00")) == [])
    let end = ",SCTE35-IN=0xFC00,END-DATE=\"2024-01-01T00:00:03Z\""
    #expect(try marks(9, Self.range("a", 0, end)) == [false])
  }

  @Test("a date range has a marker wherever the playlist lists it, unless the range is over")
  func dateRangesElsewhere() throws {
    let names = SamplePresentation.names(4)
    let text =
      SamplePresentation.playlist(
        names,
        lines: [
          0: [
            Self.date, Self.range("over", 0, ",DURATION=1"), Self.range("lasting", 0),
            "#EXT-X-DATERANGE:ID=\"no date\"",
          ]
        ],
        isLive: true
      ) + Self.range("behind", 40) + "\n"
    let playlist = try mediaPlaylist(text)
    var planner = SegmentPlanner()
    planner.skip(playlist.segments.prefix(2))
    let planned = planner.plan(playlist.segments.dropFirst(2), of: playlist)
    #expect(planned.map { $0.markers.map(\.id) } == [["lasting", "behind"], []])
    #expect(planned.map(\.start) == [4, 6])
    let nothing = planner.plan([MediaSegment](), of: playlist)
    #expect(nothing.isEmpty)
  }

  @Test("open date ranges of a growing playlist are dropped above the maximum")
  func bounded() throws {
    var planner = SegmentPlanner()
    for version in 0..<50 {
      let ranges = (0..<100).map { Self.range("\(version)-\($0)", 1) }
      let playlist = try mediaPlaylist(
        SamplePresentation.playlist(["a"], lines: [0: [Self.date] + ranges], isLive: true)
      )
      let planned = planner.plan(playlist.segments, of: playlist)
      #expect(planned.map(\.markers.count) == [100])
      #expect(planner.dateRanges.rememberedDateRangeCount <= 100 + 256)
    }
  }
}
