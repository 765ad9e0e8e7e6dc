import Testing

@testable import PingAnalysis
@testable import Playback

@Suite("comparing runs")
struct PingComparisonTests {
  /// The URLs of a stream played by an app with complete appInfo.
  private static func urls(_ change: (inout PlaybackOptions) -> Void = { _ in }) throws -> [String]
  {
    try SampleRun.urls(duration: 720) {
      $0.appInfo = [
        "appid": "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41", "appname": "app", "appversion": "1",
        "clientid": "se-910685",
      ]
      $0.metadata = ["type": "content", "adModel": "1", "assetid": "film", "title": "t"]
      change(&$0)
    }
  }

  private static func differences(
    _ expected: [String],
    _ actual: [String],
    _ change: (inout ComparisonOptions) -> Void = { _ in }
  ) -> [PingDifference] {
    var options = ComparisonOptions()
    change(&options)
    return PingComparison.report(
      expected: SampleRun.pings(of: expected),
      actual: SampleRun.pings(of: actual),
      options: options
    ).differences
  }

  @Test(
    "a run equals the same run with different ids and at a different time",
    arguments: SampleRun.scenarios
  )
  func same(_ name: String) throws {
    let urls = try SampleRun.urls(name)
    #expect(Self.differences(urls, urls) == [])
    let other = try SampleRun.urls(name) {
      $0.seed = 99
      // The ids of this scenario contain their own times.
      if name != "published-sample" { $0.start = 1_690_000_123 }
    }
    #expect(Self.differences(urls, other) == [], "\(name)")
  }

  @Test("runs that differ only in the order and the hosts of their pings are equal")
  func order() throws {
    var urls = try Self.urls()
    let expected = urls
    urls.swapAt(4, 5)
    urls = urls.map { $0.replacing("collector.invalid", with: "127.0.0.1:8977") }
    #expect(Self.differences(expected, urls) == [])
  }

  private func one(
    _ kind: PingDifference.Kind,
    _ differences: [PingDifference]
  ) throws -> PingDifference {
    try #require(differences.count == 1, "\(differences.map(\.message))")
    #expect(differences[0].kind == kind && !differences[0].cause.isEmpty)
    return differences[0]
  }

  @Test("a ping that was not sent is reported as missing, and an unexpected ping as extra")
  func missing() throws {
    let urls = try Self.urls()
    let place = try #require(urls.firstIndex { $0.contains("_D2_") && $0.contains("/d?") })
    var actual = urls
    actual.remove(at: place)
    let found = try one(.missing, Self.differences(urls, actual))
    #expect(found.product == "dtvr" && found.type == "duration" && found.time == 600)
    #expect(found.message.contains("segment 2") && found.message.contains("expected at 600 s"))
    let extra = try one(.extra, Self.differences(actual, urls))
    #expect(extra.message.contains("is not expected: seen at 600 s") && extra.place == nil)
  }

  @Test("a ping that is off by more than the tolerance is reported as late or early")
  func late() throws {
    let urls = try Self.urls()
    let place = try #require(urls.firstIndex { $0.contains("_V1_") && $0.contains("/d?") })
    let created = try #require(SampleRun.pings(of: [urls[place]]).first?.number("c61"))
    func moved(_ seconds: Int64) -> [String] {
      var actual = urls
      actual[place] = urls[place].setting("c61", "\(created + seconds)")
      return actual
    }
    let late = try one(.late, Self.differences(urls, moved(12)))
    #expect(late.message.contains("is 12 s late: expected at 30 s"))
    #expect(try one(.early, Self.differences(urls, moved(-12))).message.contains("12 s early"))
    #expect(Self.differences(urls, moved(5)) == [])
    #expect(Self.differences(urls, moved(12)) { $0.tolerance = 12 } == [])
  }

  @Test(
    "a parameter that differs is reported with the call to correct",
    arguments: [
      ("tl", "other", "title"), ("c27", "250", "playheadPosition"), ("c15", "x", "appname"),
      ("davty", "2", "end was called"), ("cr", "4_00_99_D1_11011", "seconds were lost"),
      ("c64", "1699984000", "began at a different time"), ("ci", "us-000001", "client"),
    ]
  )
  func different(_ name: String, _ value: String, _ words: String) throws {
    let urls = try Self.urls()
    let place = try #require(urls.firstIndex { $0.contains("_D1_") && $0.contains("prd=dcr") })
    var actual = urls
    actual[place] = urls[place].setting(name, value)
    let found = try one(.different, Self.differences(urls, actual))
    #expect(found.field == name && found.cause.contains(words), "\(found.cause)")
    #expect(Self.differences(urls, actual) { $0.ignored = [name] } == [])
  }

  @Test("a different asset id is reported as a difference, not as a missing and an extra ping")
  func asset() throws {
    let urls = try Self.urls()
    let actual = urls.map { $0.contains("prd=dcr") ? $0.setting("ai", "movie") : $0 }
    let found = try one(.different, Self.differences(urls, actual))
    #expect(found.field == "ai" && found.count == 4 && found.cause.contains("assetid"))
  }

  @Test("a product without any ping is reported once")
  func product() throws {
    let urls = try Self.urls()
    let actual = urls.filter { !$0.contains("/cgi-bin/d?") }
    let found = try one(.missing, Self.differences(urls, actual))
    #expect(found.message == "no DTVR ping was seen: 6 expected")
    #expect(try one(.extra, Self.differences(actual, urls)).count == 6)
  }

  @Test("a missing DTVR segment is reported as lost if a later segment was sent")
  func lostSegment() throws {
    let urls = try SampleRun.urls(duration: 1000)
    let isSegment = { (url: String, number: Int) in
      url.contains("/cgi-bin/d?") && SampleRun.pings(of: [url]).first?.credit?.prefix == "D"
        && SampleRun.pings(of: [url]).first?.credit?.number == number
    }
    for (number, isLost) in [(2, true), (4, false)] {
      let found = Self.differences(urls, urls.filter { !isSegment($0, number) })
      #expect(!found.isEmpty && found.allSatisfy { $0.kind == .missing })
      #expect(found.allSatisfy { ($0.cause == LikelyCause.lostSegment) == isLost })
    }
  }

  @Test("tag payloads are compared independently of their grouping into pings")
  func tags() throws {
    let urls = try Self.urls()
    let place = try #require(urls.firstIndex { $0.contains("/trans") })
    let payloads = try #require(SampleRun.pings(of: [urls[place]]).first?["tp"]).split(
      separator: "~"
    )
    let halves = [payloads.prefix(3), payloads.dropFirst(3)].map {
      urls[place].setting("tp", $0.joined(separator: "~"))
    }
    let split = urls[..<place] + halves + urls[(place + 1)...]
    #expect(Self.differences(urls, Array(split)) == [])
    let cut = urls[..<place] + halves.prefix(1) + urls[(place + 1)...]
    let found = try one(.missingTags, Self.differences(urls, Array(cut)))
    #expect(found.count == 3 && found.message.hasPrefix("3 tag payloads of 72 never arrived"))
    #expect(try one(.extraTags, Self.differences(Array(cut), urls)).count == 3)
  }

  @Test("tags that the app passes on late or early are reported, with and without other pings")
  func lateTags() throws {
    for urls in [try Self.urls(), try Self.urls().filter { $0.contains("/trans") }] {
      let places = urls.indices.filter { urls[$0].contains("/trans") }
      try #require(places.count > 2)
      let created = try #require(SampleRun.pings(of: [urls[places[1]]]).first?.number("c61"))
      func moved(_ seconds: Int64) -> [String] {
        var actual = urls
        actual[places[1]] = urls[places[1]].setting("c61", "\(created + seconds)")
        return actual
      }
      let late = try one(.late, Self.differences(urls, moved(60)))
      #expect(late.product == "id3" && late.cause == "sendID3 was called late with the tag")
      #expect(try one(.early, Self.differences(urls, moved(-60))).message.contains("60 s early"))
      #expect(Self.differences(urls, moved(4)) == [])
    }
  }

  @Test("a quarter hour of a different day is reported as a difference")
  func day() throws {
    let urls = try SampleRun.urls(duration: 2400)
    let place = try #require(urls.firstIndex { $0.contains("_20231114_") })
    var actual = urls
    actual[place] = urls[place].replacing("_20231114_", with: "_20231115_")
    let found = try one(.different, Self.differences(urls, actual))
    #expect(found.field == "cr" && found.message.contains("'20231114', seen '20231115'"))
  }

  @Test("numbers beyond the supported range are compared as text")
  func hugeNumbers() throws {
    let urls = try Self.urls()
    let place = try #require(urls.firstIndex { $0.contains("_D1_") && $0.contains("prd=dcr") })
    let values = ["99999999999999999", "99999999999999999999"]
    let runs = values.map { value in
      urls[..<place] + [urls[place].setting("c27", value)] + urls[(place + 1)...]
    }.map(Array.init)
    #expect(try one(.different, Self.differences(runs[0], runs[1])).field == "c27")
    #expect(Self.differences(runs[0], runs[0]) == [])
  }

  @Test("app sessions are distinguished and paired in order")
  func sessions() throws {
    let first = try Self.urls()
    let second = try Self.urls {
      $0.seed = 5
      $0.start = 1_700_100_000
      $0.metadata["assetid"] = "series"
    }
    let both = first + second
    #expect(Self.differences(both, both) == [])
    let missing = try one(.missingSession, Self.differences(both, second))
    #expect(missing.session == 1 && missing.count == first.count)
    #expect(try one(.extraSession, Self.differences(first, both)).session == 2)
  }

  @Test("metadata of the app that the expected run lacks is not compared")
  func placeholders() throws {
    let expected = try SampleRun.urls(duration: 720) {
      $0.metadata = ["type": "content", "adModel": "1", "assetid": "film", "title": "t"]
    }
    #expect(Self.differences(expected, try Self.urls()) == [])
  }

  @Test("a ping that was sent again is counted once")
  func sentAgain() throws {
    let urls = try Self.urls()
    let again = urls.map { url in
      url.contains("c62=") ? url.setting("c62", "1999999999") : url
    }
    for actual in [urls + urls, urls + again] {
      let report = PingComparison.report(
        expected: SampleRun.pings(of: urls),
        actual: SampleRun.pings(of: actual)
      )
      #expect(report.isSame && report.actualCount == urls.count)
      #expect(report.repeatedActualCount == urls.count && report.repeatedExpectedCount == 0)
    }
    #expect(Self.differences(urls + urls, urls) == [])
    // A copy with another rnd is a different ping.
    let place = try #require(urls.firstIndex { $0.contains("_D1_") && $0.contains("prd=dcr") })
    let copy = urls[place].setting("rnd", "1699984800001")
    #expect(try one(.extra, Self.differences(urls, urls + [copy])).product == "dcr")
  }

  @Test("a lookup without a time is matched by its tag, not by its capture time")
  func timelessLookups() throws {
    let expected = SampleRun.pings(of: try Self.urls())
    var actual = expected
    let place = try #require(actual.firstIndex { $0.product == .tsv })
    actual[place].parameters.removeAll { $0.name != "id3" }
    actual[place].sentAt = 1_795_000_000
    #expect(PingComparison.report(expected: expected, actual: actual).differences == [])
    actual[place].parameters[0].value = "www.nielsen.com/other"
    let report = PingComparison.report(expected: expected, actual: actual)
    #expect(Set(report.differences.map(\.kind)) == [.extra, .missing])
    #expect(report.differences.count == 2)
    #expect(report.differences.allSatisfy { $0.product == "tsv" })
  }

  @Test("time-shift codes are not compared if the expected run has no answers to lookups")
  func unknownTimeShift() throws {
    let urls = try Self.urls()
    let actual = urls.map { $0.replacing("cr=2_00_99_", with: "cr=2_00_03_") }
    try #require(actual != urls)
    #expect(!Self.differences(urls, actual).isEmpty)
    #expect(Self.differences(urls, actual) { $0.ignoresTimeShift = true } == [])
  }

  @Test("empty runs are equal, and a missing or extra session is reported against an empty run")
  func empty() throws {
    #expect(Self.differences([], []) == [])
    let urls = try Self.urls()
    #expect(try one(.missingSession, Self.differences(urls, [])).count == urls.count)
    #expect(try one(.extraSession, Self.differences([], urls)).count == urls.count)
  }

  @Test("every ignored parameter is in the dictionary and has a reason")
  func reasons() {
    for rule in FieldComparison.reasons {
      #expect(!rule.reason.isEmpty)
      for name in rule.names { #expect(FieldComparison.isKnown(name), "\(name)") }
    }
  }

  /// The pings of twelve minutes of a channel, whose app restarts the viewing at the given seconds.
  private static func restarted(at seconds: [Int] = []) throws -> [SentPing] {
    let steps = seconds.map {
      #"{"do": "channel", "name": "X", "content": {"type": "content", "adModel": "1"}, "at": \#($0)}"#
    }
    return SampleRun.pings(
      of: try SampleRun.urls(
        of: """
          {"version": 1, "name": "n", "playhead": "vod", "tags": "input", "duration": 720,
           "channel": {"channelName": "X"}, "content": {"type": "content", "adModel": "1"},
           "steps": [\(steps.joined(separator: ", "))]}
          """
      )
    )
  }

  @Test(
    "the pings before a restart of the viewing determine the shift",
    arguments: [[200], [60], [600], [120, 240], [40, 80, 120, 160, 200, 240]]
  )
  func restart(seconds: [Int]) throws {
    let expected = try Self.restarted()
    for late in [0.0, 3600] {
      let actual = try Self.restarted(at: seconds).map { $0.moved(by: Int64(late)) }
      let report = PingComparison.report(expected: expected, actual: actual)
      #expect(report.shifts == [late])
      let first = try #require(report.differences.compactMap(\.time).min())
      #expect(first >= Double(seconds[0]) - report.options.tolerance, "\(report.differences)")
      #expect(!report.differences.contains { $0.product == "session" })
    }
  }

  @Test("a session ping that disagrees with all media pings does not determine the shift")
  func sessionAlone() throws {
    let expected = try Self.restarted()
    let actual = expected.map { $0.product == .session ? $0.moved(by: -100) : $0 }
    let report = PingComparison.report(expected: expected, actual: actual)
    #expect(report.shifts == [0])
    #expect(report.differences.filter { $0.kind == .early }.map(\.product) == ["session"])
  }

  @Test("a minority of late pings does not change the shift in the report")
  func latePings() throws {
    let expected = try Self.restarted()
    let actual = expected.enumerated().map { index, ping in
      index % 3 == 1 && ping.product == .dtvr ? ping.moved(by: 40) : ping
    }
    let report = PingComparison.report(expected: expected, actual: actual)
    #expect(report.shifts == [0] && report.shiftWords == "shift 0 s")
    #expect(PingComparison.report(expected: [], actual: []).shiftWords == nil)
  }
}

extension SentPing {
  /// The ping, made and started some seconds later.
  fileprivate func moved(by seconds: Int64) -> SentPing {
    var ping = self
    for name in ["c61", "c64"] {
      guard let time = number(name), let index = parameters.firstIndex(where: { $0.name == name })
      else { continue }
      ping.parameters[index].value =
        parameters[index].value.replacing("\(time)", with: "\(time + seconds)")
    }
    if number("c61") == nil, let time = ownTime,
      let index = parameters.firstIndex(where: { $0.name == "rnd" })
    {
      ping.parameters[index].value = "\(Int64(time * 1000) + seconds * 1000)"
    }
    return ping
  }
}
