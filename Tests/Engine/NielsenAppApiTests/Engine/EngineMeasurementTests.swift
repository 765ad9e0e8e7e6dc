import Testing

@testable import NielsenAppApi

@Suite("the measurement of DTVR and DCR")
struct EngineMeasurementTests {
  private static let start: Int64 = 1_699_984_800_000
  private static let content = Asset(kind: .content, id: "a", values: ["type": "content"])

  private func measurement() -> EngineMeasurement {
    EngineMeasurement(EngineConfiguration(), random: RandomSource(seed: 0))
  }

  @Test("DCR reports are returned only once")
  func reports() {
    var measurement = measurement()
    measurement.load(Self.content, isNew: false, now: Self.start)
    #expect(!measurement.hasReports)
    measurement.playhead(100, isInAd: false, now: Self.start)
    #expect(measurement.hasReports)
    let reports = measurement.dcr.takeReports()
    #expect(reports.map(\.kind) == [.view])
    #expect(reports.map(\.startTime) == [Self.start / 1000])
    #expect(!measurement.hasReports)
    #expect(measurement.place.position == 100)
  }

  @Test("a tag held during a pause is collected and reported at the next pause")
  func heldTag() {
    var measurement = measurement()
    let payload = SamplePayload.distributorTag(0)
    measurement.tag(held: payload, now: Self.start)
    measurement.tag(held: "www.nielsen.com/nonsense", now: Self.start)
    _ = measurement.dtvr.takeReports()
    measurement.pause(now: Self.start)
    #expect(measurement.dtvr.reports == [.payloads(payload)])
  }

  @Test("a page is reported when it is opened and when it is closed")
  func pages() {
    var measurement = measurement()
    let page = Asset(kind: .page, id: nil, values: ["type": "static", "section": "s"])
    measurement.dcr.open(page, now: Self.start / 1000)
    #expect(measurement.dcr.hasPage)
    measurement.dcr.closeStaticView(now: Self.start / 1000 + 5)
    #expect(!measurement.dcr.hasPage)
    #expect(measurement.dcr.reports.allSatisfy { $0.asset == page })
  }

  @Test(
    "for 15 s after a split of the measurement, only seconds after the split are counted",
    arguments: [
      ([103_500], [3, 100]), ([115_000], [15, 100]), ([115_001, 115_002], [.max, 0]),
      // The clock is set back.
      ([90_000], [0, 90]), ([90_500, 92_000], [1, 91]),
    ] as [([Int64], [Int64])]
  )
  func split(times: [Int64], expected: [Int64]) {
    var split = MeasurementSplit(at: 100_000)
    var counted = Countable.everything
    for now in times { counted = split.countable(now: now, longest: 15_000) }
    #expect([Int64(counted.seconds), counted.since] == expected)
  }

  @Test("if the measurement was not split, all seconds count")
  func noSplit() {
    var split = MeasurementSplit()
    #expect(split.countable(now: 5, longest: 10) == .everything)
  }

  @Test("a checkpoint is due after pings, at a pause and after the interval, and is closed once")
  func checkpoints() {
    var checkpoints = CheckpointSchedule()
    let early = checkpoints.close()
    // Whether there are pings, whether playing is paused, and the time.
    let steps: [(Bool, Bool, Int64)] = [
      (false, false, 0), (false, false, 9), (false, false, 10), (true, false, 11),
      (false, true, 12), (false, true, 99), (true, true, 100), (false, false, 101),
      (false, false, 50),
    ]
    let due = steps.map { hasPings, isPaused, now in
      checkpoints.next(hasPings: hasPings, isPaused: isPaused, interval: 10, now: now)
    }
    #expect(due == [true, false, true, true, true, false, true, true, true])
    let removed = [checkpoints.close(), checkpoints.close()]
    #expect([early] + removed == [false, true, false])
  }
}
