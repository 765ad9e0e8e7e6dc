import Conformance
import Testing
import TimedMetadata

@testable import LiveWatch

/// Tests each value that decides about the alarms of a feed separately.
@Suite struct JudgedValuesTests {
  private let program = TrackKey(program: 1)

  @Test(
    "missing tags are judged by the last tag's age or, during an alarm, by the number of tags",
    arguments: [(40, false, false), (41, false, true), (11, true, true)] as [(Double, Bool, Bool)]
  )
  func missingTags(now: Double, isActive: Bool, expected: Bool) {
    var tracks = FeedTracks()
    tracks.noteReading()
    _ = tracks.receive(Tags.data(1), now: 10)
    let rule = MissingTagsCondition(severity: .error, limit: 30)
    let conditions = rule.conditions(in: &tracks, upSince: 0, now: now) {
      isActive && $0 == program
    }
    #expect(conditions.map(\.track) == [program, .feed])
    #expect(conditions.map { $0.condition != nil } == [expected, false])
  }

  @Test(
    "a feed without any tag is judged by the time since it began to deliver",
    arguments: [29, 31]
  )
  func neverTags(now: Double) {
    var tracks = FeedTracks()
    let rule = MissingTagsCondition(severity: .error, limit: 30)
    let conditions = rule.conditions(in: &tracks, upSince: 0, now: now) { _ in false }
    #expect(conditions.map(\.track) == [.feed])
    #expect(conditions.map { $0.condition != nil } == [now > 30])
  }

  @Test("after the first tag of a feed, the alarm of the feed says when it is cleared")
  func firstTag() {
    var tracks = FeedTracks()
    tracks.noteReading()
    _ = tracks.receive(Tags.data(1), now: 110)
    let rule = MissingTagsCondition(severity: .error, limit: 30)
    let conditions = rule.conditions(in: &tracks, upSince: 0, now: 111) { $0 == .feed }
    #expect(
      conditions.last?.condition?.message == "the alarm is cleared after 2 Nielsen tags"
    )
  }

  @Test(
    "a lasting condition is judged only on a connection of a minimum age, an event on any",
    arguments: [
      ("psi-crc", false, 0, true),
      ("cadence-gap", true, 44, false), ("cadence-gap", true, 45, true),
      ("required-info", true, 329, false), ("required-info", true, 330, true),
    ] as [(String, Bool, Double, Bool)]
  )
  func ages(name: String, isStanding: Bool, seconds: Double, expected: Bool) {
    let found = RuleCondition(
      name: AlarmName(rawValue: name),
      rule: nil,
      track: .feed,
      isStanding: isStanding,
      condition: AlarmBoard.Condition(severity: .error, message: "wrong")
    )
    let age = ConnectionAge(seconds: seconds, WatchSettings())
    #expect(age.isOldEnough(for: found) == expected)
  }

  @Test("the rules are evaluated every five seconds, and a change of the CID is judged once")
  func rules() {
    let moment = FeedState.Moment(now: 0, date: 0)
    let name = "udp://a:1"
    let feed = FeedIdentity(index: 0, name: name, title: name, labels: FeedLabels())
    var rules = LiveChecker(feed, WatchSettings(), at: moment)
    let due = [4.9, 5, 9.9, 10].map { rules.isDue(after: 5, now: $0) }
    #expect(due == [false, true, false, true])
    var tracks = FeedTracks()
    for (index, letter) in (["o", "p"] as [Character]).enumerated() {
      let tag = Tags.data(index, letter: letter)
      if case .new(_, let change?) = tracks.receive(tag, now: 0) { rules.receive(change, of: tag) }
    }
    let conditions = [Severity.info, .info].map { rules.takeCIDChange($0) }
    #expect(conditions.map { $0 != nil } == [true, false])
  }

  @Test("a missing tag is reported once, and later segments are still compared")
  func agreement() {
    var agreement = AgreementWatch(WatchSettings(), now: 0)
    agreement.expect(["a", "b"].map { RenditionSummary(name: $0, uri: "a.m3u8") })
    for number in 0..<6 {
      let start = Double(number) * 6
      for name in ["a", "b"] {
        if name == "a" || number != 2 {
          agreement.receive(Tags.data(number, rendition: name, time: start + 1))
        }
        let segment = SegmentReport(
          rendition: name,
          uri: "\(number).ts",
          mediaSequence: number,
          start: start,
          duration: 6
        )
        agreement.receive(segment, now: start + 100)
      }
    }
    #expect(agreement.compared == 130)
    let missing = agreement.takeMissing()
    #expect(missing.mapValues(\.time) == [TrackKey(rendition: "b"): 13])
    let condition = missing.values.first?.condition(.warning)
    #expect(condition?.message == "a tag that a carries is missing")
    #expect(agreement.takeMissing().isEmpty)
  }

  @Test("events are returned once, tags are numbered, and no events are added after the end")
  func events() {
    let feed = FeedIdentity(index: 3, name: "udp://a:1", title: "A", labels: FeedLabels())
    var events = FeedEvents()
    for index in 0..<2 { events.add(Tags.data(index), in: program, of: feed, date: 10) }
    events.add(.streamLost, of: feed, date: 11) { $0.message = "gone" }
    let taken = events.take()
    #expect(taken.map(\.kind) == [.tag, .tag, .streamLost])
    #expect(taken.map(\.tag?.index) == [0, 1, nil])
    #expect(taken.allSatisfy { $0.feed == 3 && $0.input == "udp://a:1" })
    #expect(taken.last?.message == "gone")
    events.close()
    events.add(.streamBack, of: feed, date: 12) { _ in }
    #expect(events.take().isEmpty)
  }
}
