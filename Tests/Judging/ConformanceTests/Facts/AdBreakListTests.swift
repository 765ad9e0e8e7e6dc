import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Ad breaks of an endless input")
struct AdBreakListTests {
  /// More breaks than the list stores, each of 30 s, every 120 s from 100 s on.
  private static let count = AdBreakList.maximumCount * 2 + 10

  private static func start(_ number: Int) -> Double { 100 + 120 * Double(number) }

  /// The markers of breaks with these durations in seconds; nil for a break without an end marker.
  private static func marks(
    announced: Double? = 30,
    ending seconds: (Int) -> Double? = { _ in 30 }
  ) -> [TimedMetadataEvent] {
    (0..<count).flatMap { number in
      let start = start(number)
      let out = MadeMark.splice(start, isOut: true, for: announced, id: "\(number)")
      guard let end = seconds(number) else { return [out] }
      return [out, MadeMark.splice(start + end, isOut: false, id: "\(number)")]
    }
  }

  @Test("at most 4,096 breaks are stored, and a break keeps its number when older ones are removed")
  func bounded() throws {
    var breaks = AdBreakList()
    for number in 0..<Self.count {
      let start = Self.start(number)
      for case .marker(let mark) in [MadeMark.splice(start, isOut: true, id: "\(number)")] {
        #expect(breaks.receive(mark) == .began(number))
      }
      for case .marker(let mark) in [MadeMark.splice(start + 30, isOut: false, id: "\(number)")] {
        #expect(breaks.receive(mark) == .ended(number))
      }
      #expect(breaks.all.count <= AdBreakList.maximumCount)
      #expect(breaks[number]?.markedEnd == start + 30)
    }
    #expect(breaks.endNumber == Self.count && breaks[Self.count] == nil)
    #expect(breaks[breaks.firstNumber]?.start == Self.start(breaks.firstNumber))
    #expect(breaks.firstNumber > 0 && breaks[0] == nil)
    let kept = AdBreakList.maximumCount - AdBreakList.forgottenCount
    #expect(breaks.all.count >= kept)
  }

  @Test("a wrong duration is reported for the last of many breaks")
  func duration() throws {
    let events = Self.marks { $0 == Self.count - 1 ? 50 : 30 }
    let run = try RuleRun(AdBreakDuration.id, events, duration: Self.start(Self.count))
    #expect(run.messages == ["ad break announced for 30.0 s ended after 50.0 s (limit 2 s)"])
  }

  @Test(
    "a break without an end is reported once, even after it leaves the list",
    arguments: [3, count - 2]
  )
  func noReturn(open: Int) throws {
    let events = Self.marks(announced: nil) { $0 == open ? nil : 30 }
    let run = try RuleRun(AdBreakNoReturn.id, events, duration: Self.start(Self.count))
    let next = Words.time(Self.start(open + 1))
    #expect(run.messages == ["no marker ends the ad break; the next break begins at \(next)"])
    #expect(run.findings.map(\.count) == [1])
  }

  @Test("late tags after the last of many breaks are reported")
  func continuity() throws {
    let last = Self.count - 1
    var events = Self.marks()
    events.removeLast(2)
    let content = try MadeTag.dataTags(1)
    let start = Self.start(last)
    let tag = { (time: Double) in
      content[0].with {
        $0.time = time
        $0.pts = Int64(time * 90_000)
      }
    }
    events += [tag(start - 10), tag(start)]
    events += Self.marks().suffix(2) + [tag(start + 30 + 25)]
    let run = try RuleRun(AdBreakTagContinuity.id, events, duration: start + 60)
    #expect(run.messages == ["first DATA tag 25.0 s after the end of the ad break (limit 19 s)"])
  }

  @Test("the end of a Yospace ad does not end the surrounding break of another source")
  func ads() {
    func mark(_ kind: TimelineMarker.Kind, _ time: Double, _ isOut: Bool) -> TimelineMarker {
      TimelineMarker(kind: kind, time: time, isOut: isOut)
    }
    var breaks = AdBreakList()
    for mark in [
      mark(.cueOut, 20, true), mark(.yospace, 22, true), mark(.yospace, 37, false),
      mark(.cueIn, 80, false),
    ] { _ = breaks.receive(mark) }
    #expect(breaks.all.map(\.source) == [.cue, .ads])
    #expect(breaks.all.map(\.markedEnd) == [80, 37])
  }
}
