import Testing
import TimedMetadata

@testable import Conformance

@Suite("Signalled ad breaks")
struct AdBreakNamesTests {
  private func mark(
    _ kind: TimelineMarker.Kind,
    _ time: Double,
    _ isOut: Bool
  ) -> TimelineMarker {
    TimelineMarker(kind: kind, time: time, isOut: isOut)
  }

  private func name(_ marks: [TimelineMarker], from start: Double, to end: Double) -> String? {
    var breaks = AdBreakNames()
    for mark in marks { breaks.receive(mark) }
    return breaks.name(from: start, to: end)
  }

  @Test("consecutive Yospace ads are one break")
  func ads() {
    let marks = [
      mark(.yospace, 21, true), mark(.yospace, 36, false), mark(.yospace, 36.1, true),
      mark(.yospace, 51, false), mark(.yospace, 80, true),
    ]
    #expect(name(marks, from: 20, to: 40) == "ad break from 21.0 s to 51.0 s")
    #expect(name(marks, from: 60, to: 90) == "ad break from 80.0 s")
    #expect(name(marks, from: 52, to: 79) == nil)
  }

  @Test("the end of a Yospace ad does not end a break of another source")
  func within() {
    let marks = [
      mark(.cueOut, 20, true), mark(.yospace, 20, true), mark(.yospace, 35, false),
      mark(.yospace, 35, true), mark(.yospace, 50, false), mark(.cueIn, 80, false),
    ]
    #expect(name(marks, from: 60, to: 70) == "ad break from 20.0 s to 80.0 s")
  }
}
