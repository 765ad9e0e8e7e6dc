import Testing

@testable import NielsenAppApi

@Suite("segments of content")
struct DCRSegmentTests {
  static let content = ["type": "content", "assetid": "film"]

  /// The timers after the playheads `positions`, one per clock second, and a call of `end`.
  static func timers(_ positions: [Int64], _ change: (Bench) -> Void = { _ in }) -> [String] {
    let bench = Bench()
    bench.begin(content)
    for position in positions {
      bench.api.playheadPosition(position)
      bench.elapsed += 1
    }
    change(bench)
    bench.api.end()
    return bench.pings.filter { $0.type == .timer }.map(line)
  }

  static func line(_ ping: Ping) -> String {
    let code = ping["cr"]?.dropFirst("4_00_99_".count) ?? ""
    return "\(code) \(ping["c27"]?.dropFirst(4) ?? "") \(ping["davty"] ?? "")"
  }

  @Test("a segment closes with the playhead that completes it")
  func full() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...299)
    #expect(bench.pings.count == 2)
    bench.api.playheadPosition(300)
    #expect(bench.pings.last.map(Self.line) == "D1_11111 300 1")
  }

  @Test("without counted seconds, no timer is made")
  func nothing() {
    #expect(Self.timers([]).isEmpty)
    #expect(Self.timers([0]).isEmpty)
    #expect(Self.timers([0, 0, 100]).isEmpty)
  }

  @Test("a first playhead of 0 or 1 counts from second 0")
  func first() {
    #expect(Self.timers(Array(0...10)) == ["D1_00000 10 2"])
    #expect(Self.timers(Array(1...10)) == ["D1_00000 10 2"])
    #expect(Self.timers(Array(2...10)) == ["D1_00000 8 2"])
  }

  @Test("playhead steps of two play both seconds, and repeats and small steps back play none")
  func steps() {
    #expect(Self.timers([0, 2, 4, 6]) == ["D1_00000 6 2"])
    #expect(Self.timers([0, 1, 1, 2, 1, 0, 2, 3]) == ["D1_00000 3 2"])
  }

  @Test("a second belongs to the segment and the minute of its position")
  func position() {
    #expect(Self.timers(Array(290...330)) == ["D1_00000 10 1", "D2_10000 30 2"])
    #expect(Self.timers(Array(100...220)) == ["D1_00110 120 2"])
    #expect(Self.timers(Array(3600...3630)) == ["D13_10000 30 2"])
  }

  @Test("a seek closes the segment, and a replayed segment is sent again with its number")
  func seeks() {
    #expect(
      Self.timers(Array(0...40) + Array(200...240)) == ["D1_10000 40 1", "D1_00010 40 2"]
    )
    #expect(
      Self.timers(Array(0...40) + Array(0...40)) == ["D1_10000 40 1", "D1_10000 40 2"]
    )
    #expect(Self.timers([0, 1, 2, 5, 6]) == ["D1_00000 2 1", "D1_00000 1 2"])
  }

  @Test("with live playheads, 300 seconds make a segment, and a seek starts the next segment")
  func live() {
    let start: Int64 = 1_700_000_123
    #expect(
      Self.timers(Array(start...start + 310)) == ["D1_11111 300 1", "D2_00000 10 2"]
    )
    #expect(
      Self.timers(Array(start...start + 40) + Array(start - 60...start - 40))
        == ["D1_10000 40 1", "D2_00000 20 2"]
    )
  }

  @Test("a pause leaves the segment open, however playback resumes")
  func pause() {
    for resume in [
      { (_: NielsenAppApi) in }, { $0.loadMetadata(Self.content) },
      {
        $0.play(["channelName": "X"])
        $0.loadMetadata(Self.content)
      },
    ] as [(NielsenAppApi) -> Void] {
      let bench = Bench()
      bench.begin(Self.content)
      bench.play(0...20)
      bench.api.stop()
      bench.elapsed += 600
      resume(bench.api)
      bench.play(20...40)
      bench.api.end()
      #expect(bench.pings.map(\.type) == [.session, .view, .timer])
      #expect(bench.pings.last.map(Self.line) == "D1_10000 40 2")
      #expect(bench.pings.last.map { Invariants.broken(by: $0) } == [])
    }
  }

  @Test("c64 is the clock time at the start of the first counted second")
  func startTime() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.elapsed = 7
    bench.play(10...12)
    bench.elapsed = 100
    bench.api.playheadPosition(400)
    #expect(bench.pings.last?["c64"] == "starttm,\(Bench.start + 7)")
    #expect(bench.pings.last?["c61"] == "createtm,\(Bench.start + 100)")
    // A first playhead of 1 counts second 0, but the start time must not precede the session.
    let early = Bench()
    early.begin(Self.content)
    early.api.playheadPosition(1)
    early.api.end()
    #expect(early.pings.last?["c64"] == "starttm,\(Bench.start)")
    #expect(early.pings.last.map { Invariants.broken(by: $0) } == [])
  }

  @Test("at a pause timeout, content is closed and its timer is marked as the last of the session")
  func timeout() {
    let bench = Bench()
    bench.begin(Self.content)
    bench.play(0...20)
    bench.api.stop()
    bench.elapsed += 1800
    bench.api.advance()
    #expect(bench.pings.last.map(Self.line) == "D1_00000 20 2")
    bench.clear()
    bench.api.playheadPosition(21)
    bench.begin(Self.content)
    bench.play(21...30)
    #expect(bench.pings.map(\.type) == [.view])
  }

  @Test("segments use the thresholds of the configuration")
  func thresholds() {
    let bench = Bench {
      $0.configuration.thresholds.segmentMinutes = 2
      $0.configuration.thresholds.minuteSeconds = 10
      $0.configuration.thresholds.creditSeconds = 4
      $0.configuration.defaults.breakout = "07"
      $0.configuration.defaults.timeShift = "98"
    }
    bench.begin(Self.content)
    bench.play(0...24)
    bench.api.end()
    #expect(
      bench.pings.dropFirst().compactMap { $0["cr"] }
        == ["4_07_98_V1_00", "4_07_98_D1_11", "4_07_98_D2_10"]
    )
  }

  @Test(
    "no start time precedes the time in the session id, even after a first playhead of 1"
  )
  func firstPlayheadOfOne() {
    for wait in [0, 1] as [Int64] {
      let bench = Bench()
      bench.begin(["type": "content", "assetid": "film"])
      bench.elapsed += wait
      bench.play(1...300)
      bench.api.end()
      let timer = bench.pings.last
      let numbers = ["c27", "c61", "c64"].map {
        Int64(timer?[$0]?.split(separator: ",").last ?? "") ?? -1
      }
      #expect(numbers == [300, Bench.start + wait + 299, Bench.start])
      #expect(timer.map { Invariants.broken(by: $0) } == [])
    }
  }
}
