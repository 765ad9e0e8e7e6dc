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

  @Test("the mark of another rendition does not pass again", arguments: [10.0, 8.5, 11.9, 12.1])
  func repeated(time: Double) {
    var filter = MarkerFilter()
    let isNew1 = filter.isNew(Self.marker())
    #expect(isNew1)
    let isNew2 = filter.isNew(Self.marker(time: time))
    #expect(!isNew2)
  }

  @Test(
    "another mark passes",
    arguments: [
      marker(.cueIn), marker(id: "x"), marker(time: 40), marker(time: nil), marker(duration: 15),
      marker(time: .nan), marker(time: -.infinity), marker(time: 1e300),
    ]
  )
  func other(marker: TimelineMarker) {
    var filter = MarkerFilter()
    let isNew3 = filter.isNew(Self.marker())
    #expect(isNew3)
    let isNew4 = filter.isNew(marker)
    #expect(isNew4)
    let isNew5 = filter.isNew(marker)
    #expect(!isNew5)
  }

  @Test("the latest marks are remembered, however many there were")
  func bounded() {
    var filter = MarkerFilter()
    for number in 0..<MarkerFilter.capacity * 4 {
      let marker = Self.marker(time: Double(number) * 60)
      let isNew6 = filter.isNew(marker)
      #expect(isNew6)
      let isNew7 = filter.isNew(marker)
      #expect(!isNew7)
    }
    let recent = MarkerFilter.capacity * 4 - MarkerFilter.capacity
    let isNew8 = filter.isNew(Self.marker(time: Double(recent) * 60))
    #expect(!isNew8)
    let isNew9 = filter.isNew(Self.marker(time: 0))
    #expect(isNew9)
  }
}
