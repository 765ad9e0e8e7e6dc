import ReaderTestSupport
import Testing

@testable import Presentation
@testable import TimedMetadata

@Suite struct RunTimelineTests {
  private static func run(
    _ origin: Double,
    at start: Double,
    sequence: Int = 0,
    epoch: Int = 0,
    wraps: Bool = true
  ) -> RunStart {
    RunStart(
      epoch: epoch,
      discontinuitySequence: sequence,
      origin: MediaOrigin(seconds: origin, wraps: wraps),
      start: start
    )
  }

  private static let period = 95_443.717_688_888_89

  @Test(
    "a rendition is shifted by the difference between its clock and the first clock",
    arguments: [
      (10.0, 12.0, 2.0), (12, 10, -2), (10, 10, 0), (95_443, 1, 1.717_688_888_89),
      (1, 95_443, -1.717_688_888_89), (10, 70, 60), (70, 10, -60),
    ]
  )
  func distance(first: Double, second: Double, shift: Double) {
    var timeline = RunTimeline(renditionCount: 2)
    let fits1 = timeline.begin(Self.run(first, at: 0), rendition: 0)
    #expect(fits1)
    let fits2 = timeline.begin(Self.run(second, at: 0), rendition: 1)
    #expect(fits2)
    #expect(rounded(timeline.time(5, rendition: 0)) == 5)
    #expect(rounded(timeline.time(5, rendition: 1)) == rounded(5 + shift))
  }

  @Test("clocks without wraparound are not compared across a wrap")
  func noWraps() {
    var timeline = RunTimeline(renditionCount: 2)
    let fits3 = timeline.begin(Self.run(95_443, at: 0, wraps: false), rendition: 0)
    #expect(fits3)
    let fits4 = timeline.begin(Self.run(1, at: 0, wraps: false), rendition: 1)
    #expect(!fits4)
  }

  @Test("after missing segments, time continues by the clock, not by the playlist")
  func hole() {
    var timeline = RunTimeline(renditionCount: 1)
    timeline.begin(Self.run(10, at: 0), rendition: 0)
    // 12 s have passed by the playlist, and 12.5 s by the clock.
    let fits5 = timeline.begin(Self.run(22.5, at: 12), rendition: 0)
    #expect(fits5)
    #expect(timeline.time(13, rendition: 0) == 13.5)
  }

  @Test("segments two days later get the correct number of clock wraps")
  func longRun() {
    var timeline = RunTimeline(renditionCount: 1)
    timeline.begin(Self.run(10, at: 0), rendition: 0)
    let late = 2 * Self.period + 100
    let fits6 = timeline.begin(Self.run(110.25, at: late), rendition: 0)
    #expect(fits6)
    #expect(rounded(timeline.time(late, rendition: 0)) == rounded(late + 0.25))
  }

  @Test("each discontinuity sequence has a separate clock")
  func discontinuity() {
    var timeline = RunTimeline(renditionCount: 2)
    timeline.begin(Self.run(10, at: 0), rendition: 0)
    timeline.begin(Self.run(11, at: 0), rendition: 1)
    let fits7 = timeline.begin(Self.run(5000, at: 20, sequence: 1), rendition: 0)
    #expect(fits7)
    let fits8 = timeline.begin(Self.run(5000.5, at: 19, sequence: 1), rendition: 1)
    #expect(fits8)
    #expect(timeline.time(20, rendition: 0) == 20)
    #expect(timeline.time(19, rendition: 1) == 20.5)
  }

  @Test("a clock far from all known clocks is reported once and gets its times from the playlist")
  func farOff() {
    var timeline = RunTimeline(renditionCount: 3)
    let fits9 = timeline.begin(Self.run(1000, at: 0), rendition: 0)
    #expect(fits9)
    let fits10 = timeline.begin(Self.run(3000, at: 0), rendition: 1)
    #expect(!fits10)
    #expect(timeline.time(7, rendition: 1) == 7)
    let fits11 = timeline.begin(Self.run(3001, at: 0), rendition: 2)
    #expect(fits11)
    #expect(timeline.time(7, rendition: 2) == 8)
    // The first clock is still known.
    let fits12 = timeline.begin(Self.run(1010.5, at: 10), rendition: 0)
    #expect(fits12)
    #expect(timeline.time(10, rendition: 0) == 10.5)
  }

  @Test("old clocks are dropped, and recent clocks are kept")
  func bounded() {
    var timeline = RunTimeline(renditionCount: 2)
    let count = RunTimeline.capacity * 3
    for sequence in 0..<count {
      let start = Double(sequence) * 10
      let fits13 = timeline.begin(Self.run(500, at: start, sequence: sequence), rendition: 0)
      #expect(fits13)
      let fits14 = timeline.begin(Self.run(501, at: start, sequence: sequence), rendition: 1)
      #expect(fits14)
      #expect(timeline.time(start, rendition: 1) == start + 1)
    }
    let fits15 = timeline.begin(Self.run(0, at: 0, sequence: 0), rendition: 0)
    #expect(fits15)
  }

  @Test(
    "time 0 is the earliest first frame, in any order of the renditions",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]]
  )
  func zero(order: [Int]) {
    let origins = [10.0, 9.979, 10.08]
    var timeline = RunTimeline(renditionCount: 3)
    let misfits = timeline.start(order.map { (Self.run(origins[$0], at: 0), $0) })
    #expect(misfits.isEmpty)
    #expect((0..<3).map { rounded(timeline.time(0, rendition: $0)) } == [0.021, 0, 0.101])
  }

  @Test("if reading starts later, time 0 is still the start of the playlist by the sum of EXTINF")
  func zeroFromLater() {
    var timeline = RunTimeline(renditionCount: 2)
    _ = timeline.start([(Self.run(30, at: 20), 0), (Self.run(27.979, at: 18), 1)])
    #expect(rounded(timeline.time(20, rendition: 0)) == 20.021)
    #expect(timeline.time(18, rendition: 1) == 18)
  }

  @Test("a clock that matches no other clock at the start is reported")
  func zeroMisfit() {
    var timeline = RunTimeline(renditionCount: 3)
    let misfits = timeline.start([
      (Self.run(10, at: 0), 0), (Self.run(5000, at: 0), 1), (Self.run(9, at: 0), 2),
    ])
    #expect(misfits == [1])
    #expect((0..<3).map { timeline.time(0, rendition: $0) } == [1, 1, 0])
    // Both clocks have moved with their renditions.
    timeline.begin(Self.run(15, at: 5), rendition: 0)
    timeline.begin(Self.run(5005, at: 5), rendition: 1)
    #expect(timeline.time(5, rendition: 0) == 6)
    #expect(timeline.time(5, rendition: 1) == 6)
  }

  @Test("time continues after the media sequence restarts, whatever the clock is")
  func restart() {
    var timeline = RunTimeline(renditionCount: 2)
    _ = timeline.start([(Self.run(10, at: 0), 0), (Self.run(10, at: 0), 1)])
    timeline.reach(15.9, rendition: 0)
    timeline.reach(17.9, rendition: 1)
    // The first rendition has read less, but continues after the end of the other one.
    let fitsRestart1 = timeline.begin(Self.run(10, at: 16, epoch: 1), rendition: 0)
    #expect(fitsRestart1)
    #expect(rounded(timeline.time(16, rendition: 0)) == 17.9)
    let fitsRestart2 = timeline.begin(Self.run(10.5, at: 18, epoch: 1), rendition: 1)
    #expect(fitsRestart2)
    #expect(rounded(timeline.time(18, rendition: 1)) == 18.4)
    // A later run of the epoch shares its clock.
    let fitsRestart3 = timeline.begin(Self.run(14, at: 20, epoch: 1), rendition: 0)
    #expect(fitsRestart3)
    #expect(rounded(timeline.time(20, rendition: 0)) == 21.9)
  }

  @Test("after a restart, a rendition that is ahead of the others continues from its own end")
  func restartBehind() {
    var timeline = RunTimeline(renditionCount: 2)
    _ = timeline.start([(Self.run(10, at: 0), 0), (Self.run(10, at: 0), 1)])
    timeline.begin(Self.run(10, at: 16, epoch: 1), rendition: 0)
    timeline.reach(19.9, rendition: 1)
    timeline.begin(Self.run(10, at: 20, epoch: 1), rendition: 1)
    #expect(timeline.time(20, rendition: 1) == 20)
  }
}
