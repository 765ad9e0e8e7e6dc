import Testing

@testable import Trace

@Suite("Tags along a chain")
struct ChainTraceTests {
  private static let tags = TestChain.tags()

  @Test("events in a manifest count as tags of all its renditions")
  func manifestEvents() {
    let first = TestChain.playlist(
      "a",
      TestChain.copies(Self.tags, in: ["v1", "v2"]),
      renditions: ["v1", "v2"]
    )
    let events = TestChain.copies(Self.tags, in: ["events"])
      .changing(0..<30) { $0.carriage = "mpd-event" }
    let second = TestChain.playlist("b", events, renditions: ["v1", "v2"])
    #expect(TestChain.incidents([first, second]) == [])
    let missing = TestChain.copies(Self.tags, in: ["v1"])
    let third = TestChain.playlist("b", missing, renditions: ["v1", "v2"])
    #expect(TestChain.incidents([first, third]) == ["b: lost-in-rendition 30 in v2 at 5.0"])
  }

  @Test("repetitions of content are distinguished by order and clock")
  func loops() {
    let loop = Self.tags + Self.tags.shifted(by: 300) + Self.tags.shifted(by: 600)
    let taps = [
      TestChain.records("a", loop), TestChain.records("b", loop.shifted(by: 17)),
      TestChain.records("c", loop.shifted(by: 17).without(40..<41)),
    ]
    #expect(TestChain.incidents(taps) == ["c: lost 1 at 422.0"])
    let twice = [TestChain.records("a", loop), TestChain.records("b", Array(loop[0..<60]))]
    #expect(TestChain.incidents(twice) == [])
  }

  @Test("a packager that drops the second of two equal tags loses no tag")
  func doubledAtTheSource() {
    let doubled = Self.tags + [TestChain.tag(10, at: 105.04)]
    let taps = [TestChain.records("a", doubled), TestChain.records("b", Self.tags)]
    #expect(TestChain.incidents(taps) == [])
  }

  @Test("a stream is judged to its end, and records are judged to their last tag")
  func ends() {
    let early = Array(Self.tags[0..<25])
    let first = TestChain.stream("a", Self.tags)
    #expect(TestChain.incidents([first, TestChain.records("b", early)]) == [])
    #expect(
      TestChain.incidents([first, TestChain.stream("b", early)]) == ["b: lost 5 at 255.0"]
    )
    #expect(TestChain.incidents([first, TestChain.stream("b", early, to: 252)]) == [])
    #expect(TestChain.incidents([first, TestChain.stream("b", [])]) == ["b: lost 30 at 5.0"])
  }

  @Test("tags that may still arrive are not lost while a tap is read")
  func live() {
    let first = TestChain.stream("a", Self.tags)
    let taps = [first, TestChain.stream("b", Self.tags.without(10..<11), to: 300)]
    #expect(TestChain.incidents(taps, isFinal: false) == ["b: lost 1 at 105.0"])
    let slow = Array(Self.tags[0..<10])
    #expect(
      TestChain.incidents([first, TestChain.stream("b", slow, to: 104)], isFinal: false) == []
    )
    #expect(
      TestChain.incidents([first, TestChain.stream("b", slow, to: 112)], isFinal: false)
        == ["b: lost 1 at 105.0"]
    )
    let silent = TestChain.stream("b", [], to: 20)
    #expect(TestChain.incidents([first, silent], isFinal: false) == [])
  }

  @Test("an unreadable tap is left out, and a tap with other tags makes the trace fail")
  func leftOut() {
    var unread = Tap(stream: "b")
    unread.failure = "no such file"
    let taps = [
      TestChain.records("a", Self.tags), unread,
      TestChain.records("x", TestChain.tags(seed: 7)),
      TestChain.records("c", Self.tags.without(10..<11)),
    ]
    let report = ChainTrace.report(taps)
    #expect(report.taps.map(\.state) == [.compared, .unreadable, .nothingCommon, .compared])
    #expect(report.hops.map(\.from) == ["a"])
    #expect(report.hops.map(\.to) == ["c"])
    #expect(report.hops.map { $0.counts } == [[.lost: 1]])
    #expect(report.verdict == .fail)
  }

  @Test("a hop has counts, an offset and a latency, and a tag has a state at each tap")
  func counts() throws {
    let now = 1_700_000_000.0
    func arriving(_ tags: [TapTag], after delay: Double) -> [TapTag] {
      tags.changing(tags.indices) { $0.arrival = $0.time.map { now + $0 + delay } }
    }
    let late = arriving(Self.tags.shifted(by: 100), after: -92)
      .changing(20..<21) { $0.arrival = $0.arrival.map { $0 + 15 } }
    let report = ChainTrace.report([
      TestChain.records("a", arriving(Self.tags, after: 0)),
      TestChain.records("b", late.without(10..<11)),
    ])
    let hop = try #require(report.hops.first)
    #expect((hop.judged, hop.present, hop.failed) == (30, 29, 1))
    #expect(hop.counts == [.lost: 1, .late: 1])
    #expect(hop.offset == 100)
    #expect(hop.spread == 0)
    #expect(hop.latency?.isArrival == true)
    #expect(hop.latency?.median == 8)
    #expect(hop.latency?.maximum == 23)
    #expect(hop.began?.time == 105)
    #expect(hop.ended?.time == 105)
    #expect(report.tags.count == 30)
    #expect(report.tags[10].states == [.present, .fault(.lost)])
    #expect(report.tags[10].wrongAt == "b")
    #expect(report.tags[9].times == [95, 195])
    let incident = try #require(report.incidents.first)
    #expect(incident.before?.time == 195)
    #expect(incident.after?.time == 215)
    #expect(incident.repair == "whoever runs the step from a to b")
    let swapped = ChainTrace.report([
      TestChain.records("b", late), TestChain.records("a", arriving(Self.tags, after: 0)),
    ])
    #expect(swapped.hops.first?.latency?.maximum == -8)
  }

  @Test(
    "an incident has the positions of its copies, or of the tags before and after it"
  )
  func places() throws {
    func incident(_ tap: Tap) throws -> TraceIncident {
      let report = ChainTrace.report([TestChain.stream("a", Self.tags), tap])
      return try #require(report.incidents.last)
    }
    let doubled = try incident(TestChain.records("b", Self.tags + [TestChain.tag(10, at: 107)]))
    #expect((doubled.before?.time, doubled.after?.time) == (105, 107))
    let rendition = try incident(
      TestChain.records(
        "b",
        TestChain.copies(Self.tags, in: ["v1"])
          + TestChain.copies(Self.tags.without(10..<12), in: ["v2"])
      )
    )
    #expect((rendition.before?.time, rendition.after?.time) == (95, 125))
    #expect((rendition.before?.rendition, rendition.after?.rendition) == ("v2", "v2"))
    let ads = (0..<3).map { TestChain.tag($0, at: 101 + Double($0) * 10, seed: 8) }
    let replaced = try incident(
      TestChain.playlist("b", Self.tags.without(10..<13) + ads, discontinuities: [10, 13])
    )
    #expect((replaced.before?.time, replaced.after?.time) == (95, 135))
  }

  @Test("tags that all moved relative to the audio are one incident")
  func audio() {
    func distances(_ seconds: Double) -> [TapTag] {
      Self.tags.changing(0..<30) { $0.audioDistance = seconds }
    }
    let first = TestChain.stream("a", distances(0.1))
    #expect(TestChain.incidents([first, TestChain.stream("b", distances(1.5))]) == [])
    #expect(
      TestChain.incidents([first, TestChain.stream("b", distances(3.1))]) == ["b: moved 30 at 5.0"]
    )
    let later = distances(0.1).changing(6..<30) {
      $0.time = $0.time.map { $0 + 3 }
      $0.audioDistance = 3.1
    }
    #expect(TestChain.incidents([first, TestChain.stream("b", later)]) == ["b: moved 24 at 65.0"])
  }

  @Test("a tag that differs only in its time of day is reported as moved")
  func clock() {
    let dated = Self.tags.changing(0..<30) { $0.wallClock = $0.time.map { 1e9 + $0 } }
    let later = dated.changing(0..<30) { $0.wallClock = $0.wallClock.map { $0 + 3600 } }
    let taps = [TestChain.records("a", dated), TestChain.records("b", later)]
    #expect(TestChain.incidents(taps) == [])
    let moved = later.changing(10..<11) { $0.wallClock = $0.wallClock.map { $0 + 3 } }
    #expect(
      TestChain.incidents([taps[0], TestChain.records("b", moved)]) == ["b: moved 1 at 105.0"]
    )
    let jump = later.changing(6..<30) { $0.wallClock = $0.wallClock.map { $0 + 3 } }
    #expect(
      TestChain.incidents([taps[0], TestChain.records("b", jump)]) == ["b: moved 24 at 65.0"]
    )
  }

  @Test("tags with identical bytes are not reported as lost")
  func constant() {
    let same = (0..<1_000).map { TestChain.tag(1, at: Double($0) * 10) }
    let report = ChainTrace.report([
      TestChain.records("a", same), TestChain.records("b", same),
    ])
    #expect(report.taps.map(\.state) == [.compared, .compared])
    #expect(report.incidents == [])
  }

  @Test("missing, infinite and huge times do not crash the trace")
  func hostile() {
    let odd = Self.tags.changing(3..<6) { $0.time = nil }
      .changing(6..<7) { $0.time = .infinity }.changing(7..<8) { $0.time = .nan }
      .changing(8..<9) { $0.time = -1e300 }
    let taps = [
      TestChain.records("a", odd), TestChain.records("b", Self.tags), TestChain.records("c", odd),
    ]
    _ = ChainTrace.report(taps)
    _ = ChainTrace.report(
      [TestChain.playlist("a", odd), TestChain.playlist("b", odd)],
      isFinal: false
    )
    #expect(ChainTrace.report([]) == ChainReport())
  }

  @Test("taps of which only the latest minutes are kept have no faults at the edges")
  func window() {
    for steps in 30..<120 {
      let end = Double(steps) * 10
      let taps = [0.0, 0.4, -7.3].enumerated().map { index, offset in
        var tap = Tap(stream: "\(index)", isPart: true)
        for tag in TestChain.tags(0..<steps) {
          var tag = tag
          tag.time = tag.time.map { $0 + offset }
          tap.receive(tag)
        }
        tap.reach(end + offset - Double(index) * 4)
        tap.keep(last: 200)
        return tap
      }
      #expect(taps.allSatisfy { $0.tags.count <= 21 })
      #expect(TestChain.incidents(taps, isFinal: false) == [])
    }
  }
}
