import Testing

@testable import Reports

@Suite struct TagSeriesTests {
  @Test("a long series is thinned out, and keeps INFO tags and long intervals")
  func thinning() {
    var series = TagSeries()
    var time = 0.0
    for index in 0..<100_000 {
      time += index == 70_001 ? 500 : 10
      series.append(time: time, isInfo: false, clock: Int(time))
      if index == 33_333 { series.append(time: time + 1, isInfo: true, clock: nil) }
    }
    #expect(series.points.count < TagSeries.capacity)
    #expect(series.points.count > TagSeries.capacity / 4)
    #expect(series.isThinned)
    #expect(series.points.contains { $0.isInfo })
    #expect(series.points.contains { $0.interval == 500 })
    #expect(series.longestGap == 500)
    #expect(series.gaps.count == 1)
    #expect(series.data == 100_000 && series.info == 1)
  }

  @Test(
    "the drift is the time that the tags' clock gained on presentation time since the first tag"
  )
  func drift() {
    var series = TagSeries()
    series.append(time: 10, isInfo: false, clock: 1000)
    series.append(time: 20, isInfo: false, clock: 1012)
    #expect(series.points.map(\.drift) == [0, 2])
  }

  @Test("times and clocks out of range are counted but not drawn")
  func hostile() {
    var series = TagSeries()
    for time in [Double.nan, .infinity, 1e300, nil] {
      series.append(time: time, isInfo: false, clock: .max)
    }
    series.append(time: 1, isInfo: false, clock: .min)
    #expect(series.data == 5)
    #expect(series.points.count == 1)
    #expect(series.points[0].drift == nil)
  }
}
