import Testing

@testable import Playback
@testable import TimedMetadata

@Suite struct AdBreaksTests {
  private static func out(
    _ time: Double?,
    _ duration: Double? = nil,
    id: String? = nil,
    kind: TimelineMarker.Kind = .cueOut
  ) -> TimelineMarker {
    TimelineMarker(kind: kind, id: id, time: time, duration: duration, isOut: true)
  }

  private static func back(_ time: Double?, id: String? = nil) -> TimelineMarker {
    TimelineMarker(kind: id == nil ? .cueIn : .dateRange, id: id, time: time, isOut: false)
  }

  private static func spans(_ markers: [TimelineMarker]) -> [[Int64?]] {
    var breaks = AdBreaks()
    for marker in markers { breaks.receive(marker) }
    return breaks.breaks.map { [$0.start, $0.end] }
  }

  @Test("a late announcement of the end of a break ends the break at the time of the announcement")
  func lateReturn() {
    var back = TimelineMarker(kind: .splice, id: "1", time: 40, isOut: false)
    (back.pid, back.spliceLead) = (600, -20)
    #expect(Self.spans([Self.out(10, 300, id: "1", kind: .splice), back]) == [[10, 60]])
  }

  @Test(
    "markers become breaks with a start and, if known, an end",
    arguments: [
      ([out(10, 30)], [[10, 40]]),
      ([out(10), back(25)], [[10, 25]]),
      ([out(10)], [[10, nil]]),
      // The program returns early.
      ([out(10, 30), back(25)], [[10, 25]]),
      ([out(10, 30), back(55)], [[10, 40]]),
      ([back(5)], []),
      ([out(10.9, 0.2)], [[10, 11]]),
      // The markers may be in any order.
      ([out(100, 10), out(10, 10)], [[10, 20], [100, 110]]),
      // A date range next to the tag, and one that adds the end.
      ([out(10), out(10.6, 20, id: "a", kind: .dateRange)], [[10, 30]]),
      ([out(10, 20), out(11, 30, id: "a", kind: .dateRange)], [[10, 30]]),
      // The planned duration was corrected.
      ([out(10, 60, id: "a"), out(10, 45, id: "a")], [[10, 55]]),
      ([out(10, 30, id: "a"), out(10, 45, id: "a")], [[10, 55]]),
      ([out(10, 30, id: "a", kind: .dateRange), back(55, id: "a")], [[10, 55]]),
      ([out(10, 30, id: "a", kind: .dateRange), back(55, id: "b")], [[10, 40]]),
      // A break within a break, and one that begins before another.
      ([out(10, 60), out(30, 10)], [[10, 70]]),
      ([out(30, 10), out(10, 60)], [[10, 30], [30, 40]]),
      // The break began before the stream was read.
      ([out(-20, 30)], [[-20, 10]]),
      ([out(-600, 60)], []),
      ([out(-600)], [[-600, nil]]),
    ] as [([TimelineMarker], [[Int64?]])]
  )
  func breaks(markers: [TimelineMarker], expected: [[Int64?]]) {
    #expect(Self.spans(markers) == expected)
  }

  @Test(
    "markers without a valid time or meaning are ignored",
    arguments: [
      out(nil, 3), out(.nan, 3), out(.infinity), out(1e300), back(nil), back(-.infinity),
      TimelineMarker(kind: .dateRange, id: "a", time: 30), TimelineMarker(kind: .splice, time: 4),
    ]
  )
  func ignored(marker: TimelineMarker) {
    #expect(Self.spans([Self.out(10, 5), marker]) == [[10, 15]])
  }

  @Test("an invalid duration leaves the end of a break open", arguments: [.nan, -3, 0, 1e10])
  func durations(duration: Double) {
    #expect(Self.spans([Self.out(10, duration)]) == [[10, nil]])
  }

  @Test("breakAt returns the break that contains a second, or nil")
  func breakAt() {
    var breaks = AdBreaks()
    for marker in [Self.out(10, 10, id: "a"), Self.out(20, 5), Self.out(40)] {
      breaks.receive(marker)
    }
    let ids = [9, 10, 19, 20, 24, 25, 39, 40, 1_000_000].map { breaks.breakAt($0)?.id }
    #expect(ids == [nil, "a", "a", "break-2", "break-2", nil, nil, "break-3", "break-3"])
  }

  @Test("the number of breaks kept is limited")
  func bounded() {
    var breaks = AdBreaks()
    for number in 0..<AdBreaks.capacity * 2 { breaks.receive(Self.out(Double(number) * 10, 5)) }
    #expect(breaks.breaks.count == AdBreaks.capacity)
    #expect(breaks.breaks.last?.start == Int64(AdBreaks.capacity * 2 - 1) * 10)
  }
}
