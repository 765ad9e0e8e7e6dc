import Testing

@testable import Presentation

@Suite struct RunSegmentsTests {
  /// Segments of two seconds, each from its own file.
  private func segments(_ count: Int) -> RunSegments {
    var segments = RunSegments()
    for index in 0..<count {
      let planned = PlannedSegment(
        uri: "s\(index).ts",
        url: "",
        duration: 2,
        start: 2 * Double(index),
        mediaSequenceNumber: index,
        discontinuitySequence: 0
      )
      #expect(segments.begin(planned, start: planned.start, wallClockAtZero: nil) == index)
    }
    return segments
  }

  @Test("a segment is found by its number, and a dropped number gives the earliest segment kept")
  func numbers() {
    let count = RunSegments.capacity + 2
    let segments = segments(count)
    #expect(segments[5]?.uri == "s5.ts")
    #expect(segments[0]?.uri == "s2.ts")
    #expect(segments.last?.uri == "s\(count - 1).ts")
    #expect(RunSegments()[0] == nil)
  }

  @Test("a part has the same start and date as its segment")
  func parts() {
    var segments = segments(2)
    #expect(segments.beginPart("p.ts", at: 7) == 2)
    segments.place(at: 2.5, wallClockAtZero: 100)
    #expect((0..<3).map { segments[$0]?.start } == [0, 2.5, 2.5])
    #expect((0..<3).map { segments[$0]?.wallClockAtZero } == [nil, 100, 100])
    #expect(segments[2]?.uri == "p.ts" && segments[2]?.firstByte == 7)
    #expect(segments.current == 1)
  }
}
