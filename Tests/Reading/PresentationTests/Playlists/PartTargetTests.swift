import ReaderTestSupport
import TestSupport
import Testing
import TimedMetadata

@testable import Presentation

/// Parts that are longer than the part target.
@Suite(.timeLimit(.minutes(10)))
struct PartTargetTests {
  private typealias Sample = SamplePresentation

  private static let header = [
    "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0",
    "#EXT-X-PART-INF:PART-TARGET=0.5",
  ]

  private static func parts(_ count: Int, seconds: String) -> [String] {
    (0..<count).map { "#EXT-X-PART:DURATION=\(seconds),URI=\"p\($0).ts\"" }
  }

  private static func address(_ part: Int) -> String {
    "\(Sample.url)?_HLS_msn=2&_HLS_part=\(part)"
  }

  /// The notes about long parts of a third segment, whose parts cannot be read.
  private static func notes(seconds: String) async throws -> [StreamNote] {
    func version(_ names: [String], partCount: Int) -> String {
      let whole = Sample.playlist(names, header: header, isLive: true)
      return whole + parts(partCount, seconds: seconds).map { $0 + "\n" }.joined()
    }
    let last = Sample.playlist(
      Sample.names(3),
      lines: [2: parts(3, seconds: seconds)],
      header: header
    )
    var files = Sample.files(Sample.segments(3))
    files[address(0)] = Array(version(Sample.names(2), partCount: 1).utf8)
    files[address(1)] = Array(version(Sample.names(2), partCount: 2).utf8)
    files[address(2)] = Array(last.utf8)
    let first = version(Sample.names(2), partCount: 0)
    let reader = try Sample.reader(first, MemoryLoader(files)) {
      $0.start = .beginning
      $0.clock = TestClock()
    }
    let events = try await allEvents(of: reader)
    #expect(Sample.indices(events.tags) == Array(0..<6))
    return events.notes.filter { $0.id == .partTooLong }
  }

  @Test("each part longer than the part target is noted once, including the last one")
  func long() async throws {
    let notes = try await Self.notes(seconds: "0.7")
    #expect(notes.map(\.segment) == ["p0.ts", "p1.ts", "p2.ts"])
    #expect(notes.map(\.measured) == [0.7, 0.7, 0.7])
  }

  @Test(
    "a part duration within rounding of the part target is not noted",
    arguments: ["0.5", "0.504"]
  )
  func tolerated(seconds: String) async throws {
    #expect(try await Self.notes(seconds: seconds) == [])
  }
}
