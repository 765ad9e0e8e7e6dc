import HLS
import Testing
import TimedMetadata

@testable import Presentation

@Suite struct StartPositionTests {
  private static let date = "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z"
  private static let unix = 1_704_067_200.0

  private static func first(
    _ start: ReadingStart,
    isLive: Bool = false,
    header: [String] = [],
    lines: [Int: [String]] = [:],
    count: Int = 10
  ) throws -> Int {
    try position(start, isLive: isLive, header: header, lines: lines, count: count).segment
  }

  private static func position(
    _ start: ReadingStart,
    isLive: Bool = false,
    header: [String] = [],
    lines: [Int: [String]] = [:],
    count: Int = 10
  ) throws -> ReadingStart.Position {
    start.position(
      in: try mediaPlaylist(
        SamplePresentation.playlist(
          SamplePresentation.names(count),
          lines: lines,
          header: header,
          isLive: isLive
        )
      )
    )
  }

  @Test(
    "seconds count from the start, and negative seconds from the end",
    arguments: [
      (0.0, 0), (1.9, 0), (2, 1), (19, 9), (20, 10), (1e300, 10), (-2, 9), (-3, 8), (-20, 0),
      (-1e300, 0),
    ]
  )
  func seconds(seconds: Double, index: Int) throws {
    #expect(try Self.first(.seconds(seconds)) == index)
  }

  @Test(
    "a start time keeps its offset within its segment and after the last segment",
    arguments: [
      (ReadingStart.seconds(0), 0.0), (.seconds(5), 1), (.seconds(23), 3),
      (.seconds(-3), 1),
      (.seconds(-99), 0), (.wallClock(unix + 5.5), 1.5), (.wallClock(unix + 22), 2),
      (.wallClock(unix - 9), 0), (.beginning, 0), (.live, 0),
    ]
  )
  func offset(start: ReadingStart, offset: Double) throws {
    #expect(try Self.position(start, lines: [0: [Self.date]]).offset == offset)
  }

  @Test("the live start is near the end of a live playlist and at the start of an ended one")
  func live() throws {
    #expect(try Self.first(.live) == 0)
    #expect(try Self.first(.live, isLive: true) == 7)
    #expect(try Self.first(.live, isLive: true, header: ["#EXT-X-START:TIME-OFFSET=-11"]) == 4)
    #expect(try Self.first(.live, isLive: true, header: ["#EXT-X-START:TIME-OFFSET=-999"]) == 0)
    #expect(try Self.first(.beginning, isLive: true) == 0)
  }

  @Test(
    "a start by time of day is found by the dates of the playlist",
    arguments: [(0.0, 0), (3.5, 1), (-99, 0), (19.9, 9), (20, 10), (1e12, 10)]
  )
  func wallClock(seconds: Double, index: Int) throws {
    let dated = try Self.first(.wallClock(Self.unix + seconds), lines: [0: [Self.date]])
    #expect(dated == index)
    #expect(try Self.first(.wallClock(Self.unix + seconds)) == 0)
  }

  @Test("a playlist without segments starts at index 0")
  func nothing() throws {
    for start in [ReadingStart.beginning, .live, .seconds(3), .wallClock(3)] {
      #expect(try Self.first(start, isLive: true, count: 0) == 0)
    }
  }
}
