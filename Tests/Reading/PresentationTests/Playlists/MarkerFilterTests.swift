import Testing
import TimedMetadata

@testable import Presentation

@Suite struct MarkerFilterTests {
  private static func marker(
    _ kind: TimelineMarker.Kind = .cueOut,
    id: String? = nil,
    time: Double? = 10,
    duration: Double? = 30
  ) -> TimelineMarker {
    TimelineMarker(kind: kind, id: id, time: time, duration: duration)
  }

  @Test(
    "a repeated marker with nearly the same time is dropped",
    arguments: [10.0, 8.5, 11.9, 12.1]
  )
  func repeated(time: Double) {
    var filter = MarkerFilter()
    let passed1 = filter.pass(Self.marker())
    #expect(passed1 != nil)
    let passed2 = filter.pass(Self.marker(time: time))
    #expect(passed2 == nil)
  }

  @Test(
    "a different marker passes once",
    arguments: [
      marker(.cueIn), marker(id: "x"), marker(time: 40), marker(time: nil), marker(duration: 15),
      marker(time: .nan), marker(time: -.infinity), marker(time: 1e300),
    ]
  )
  func other(marker: TimelineMarker) {
    var filter = MarkerFilter()
    let passed3 = filter.pass(Self.marker())
    #expect(passed3 != nil)
    let passed4 = filter.pass(marker)
    #expect(passed4 != nil)
    let passed5 = filter.pass(marker)
    #expect(passed5 == nil)
  }

  @Test("only the latest markers are remembered")
  func bounded() {
    var filter = MarkerFilter()
    for number in 0..<MarkerFilter.capacity * 4 {
      let marker = Self.marker(time: Double(number) * 60)
      let passed6 = filter.pass(marker)
      #expect(passed6 != nil)
      let passed7 = filter.pass(marker)
      #expect(passed7 == nil)
    }
    let recent = MarkerFilter.capacity * 4 - MarkerFilter.capacity
    let passed8 = filter.pass(Self.marker(time: Double(recent) * 60))
    #expect(passed8 == nil)
    let passed9 = filter.pass(Self.marker(time: 0))
    #expect(passed9 != nil)
  }

  @Test(
    "a marker that changes a known date range is an update",
    arguments: [
      ("a", 30, 1000, nil), ("a", 20, 1000, true), ("a", 30, 1060, false), ("b", 30, 1000, false),
      ("", 20, 1000, false),
    ] as [(String, Double, Double, Bool?)]
  )
  func update(id: String, duration: Double, date: Double, isUpdate: Bool?) {
    var filter = MarkerFilter()
    func passed(_ id: String, _ duration: Double, _ date: Double) -> Bool? {
      var marker = Self.marker(.dateRange, id: id, time: date - 990, duration: duration)
      (marker.wallClock, marker.isOut) = (date, true)
      return filter.pass(marker).map(\.isUpdate)
    }
    let first = passed("a", 30, 1000)
    #expect(first == false)
    _ = passed("", 30, 1000)
    let second = passed(id, duration, date)
    #expect(second == isUpdate)
  }
}
