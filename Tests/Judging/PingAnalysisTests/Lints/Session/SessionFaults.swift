import Testing

@testable import PingAnalysis

/// Captures with one fault, or with a deviation that is allowed.
enum SessionEdits {
  /// A change of a scenario's pings, and the rule that reports the change. The rule is empty if the change is allowed.
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: String
    var scenario: String
    var change: @Sendable (inout [String]) throws -> Void

    init(
      _ name: String,
      _ rule: String,
      in scenario: String = "content-only",
      _ change: @escaping @Sendable (inout [String]) throws -> Void
    ) {
      testDescription = name
      self.rule = rule
      self.scenario = scenario
      self.change = change
    }
  }

  static let faults: [Edit] = optOutFaults + identityFaults + viewingFaults + segmentFaults

  private static let optOutFaults: [Edit] = [
    Edit("a timer of opted-out viewing lacks the mark", "opted-out-time", in: "opt-out") { urls in
      let place = try #require(urls.firstIndex { $0.contains("&uoo=true") && $0.contains("_D1_") })
      let id = try #require(SampleRun.pings(of: [urls[0]])[0]["fp_id"])
      urls[place] = urls[place].setting("uoo", "").setting("fp_id", id)
    },
    Edit("the timer after a marked view lacks the mark", "opted-out-time") { urls in
      urls[1] = urls[1].setting("uoo", "true").withoutIDs
    },
    Edit("an unmarked duration covers an opt-out", "opted-out-time", in: "channel-change") { urls in
      let place = try #require(urls.firstIndex { $0.contains("_V1_10000") })
      urls[place] = urls[place].setting("uoo", "true").withoutIDs
    },
    Edit("a marked ping arrives late", "opted-out-time", in: "channel-change") { urls in
      let place = try #require(urls.firstIndex { $0.contains("_V1_10000") })
      let late = urls.remove(at: place).setting("uoo", "true").withoutIDs
      urls.append(late)
    },
    Edit("a ping of an opted-out user has ids", "ids-after-opt-out", in: "opt-out") { urls in
      let place = try #require(urls.firstIndex { $0.contains("&uoo=true") })
      urls[place] = urls[place].setting("ve_id", "20A7CFD5-9860-4256-A6CE-45C251F4C243")
    },
  ]

  private static let identityFaults: [Edit] = [
    Edit("the first-party id changes", "fpid-changed") { urls in
      urls[2] = urls[2].setting("fp_id", "a2nfmy17lyvkhlxqstvmgypqly90m1629966210")
    },
    Edit("the first-party id becomes blank", "fpid-changed") { urls in
      for place in 2..<urls.count { urls[place] = urls[place].setting("fp_id", "") }
    },
    Edit("the first-party id is blank in the first ping only", "fpid-changed") { urls in
      urls[0] = urls[0].setting("fp_id", "")
    },
  ]

  private static let viewingFaults: [Edit] =
    [
      Edit("a viewing with two content items", "viewing-two-contents") { urls in
        urls[3] = urls[3].setting("ai", "other")
      },
      Edit("a viewing with two brands", "viewing-two-channels") { urls in
        urls[3] = urls[3].setting("ch", "us-000000_c02_P")
      },
      Edit("a viewing on two channels", "viewing-two-channels", in: "two-channels") { urls in
        let dcr = urls.filter { $0.contains("prd=dcr") }
        let id = try #require(SampleRun.pings(of: dcr).first?.plain("c59"))
        urls = urls.map { $0.contains("prd=dcr") ? $0.setting("c59", id) : $0 }
      },
      Edit("an ad with the id of the content", "ad-or-content", in: "preroll-midroll-postroll") {
        urls in
        urls = urls.map { $0.contains("&ai=ad_mid") ? $0.setting("ai", "vid345-67483") : $0 }
      },
      Edit("an ad with the title of the content", "ad-or-content", in: "preroll-midroll-postroll") {
        urls in
        urls = urls.map { $0.contains("c3=st,a") ? $0.setting("tl", "Program S3, EP1") : $0 }
      },
      Edit("an ad whose title changes", "metadata-changed", in: "preroll-midroll-postroll") {
        urls in
        let place = try #require(
          urls.firstIndex { $0.contains("&ai=ad_mid") && $0.contains("_D1_") }
        )
        urls[place] = urls[place].setting("tl", "Advert")
      },
    ]
    + [("tl", "x"), ("cg", "x"), ("sd", "100"), ("c32", "x"), ("c53", "n"), ("c57", "1")].map {
      name,
      value in
      Edit("content whose \(name) changes", "metadata-changed") { urls in
        urls[2] = urls[2].setting(name, value)
      }
    }

  private static let segmentFaults: [Edit] = [
    Edit("a timer that begins before the previous timer ended", "timers-overlap") { urls in
      let time = try #require(SampleRun.pings(of: [urls[3]])[0].number("c64"))
      urls[3] = urls[3].setting("c64", "\(time - 60)")
    },
    Edit("timers in the wrong order", "timer-order") { urls in urls.swapAt(2, 3) },
    Edit("a segment is missing", "segment-missing", in: "preroll-midroll-postroll") { urls in
      urls.removeAll { $0.contains("_D2_") }
    },
    Edit("segment 1 is missing", "segment-missing", in: "preroll-midroll-postroll") { urls in
      urls.removeAll { $0.contains("_D1_1") && $0.contains("c3=st,c") }
    },
    Edit("a viewing without an end", "end-missing", in: "two-films") { urls in
      urls.remove(at: try #require(urls.firstIndex { $0.contains("davty=2") }))
    },
  ]

  static let allowed: [Edit] = [
    Edit("timers in the wrong order, one of them marked as queued", "") { urls in
      urls[2] = urls[2].replacing("sdd=retry,0~~", with: "sdd=retry,2~~")
      urls.swapAt(2, 3)
    },
    Edit("a segment that arrives late", "", in: "preroll-midroll-postroll") { urls in
      let place = try #require(urls.firstIndex { $0.contains("_D2_") })
      urls.append(urls.remove(at: place).replacing("sdd=retry,0~~", with: "sdd=retry,2~~"))
    },
    Edit("the end of a viewing that arrives late", "", in: "two-films") { urls in
      let place = try #require(urls.firstIndex { $0.contains("davty=2") })
      urls.append(urls.remove(at: place).replacing("sdd=retry,0~~", with: "sdd=retry,2~~"))
    },
    Edit("content that ends together with its last segment", "", in: "two-films") { urls in
      let place = try #require(urls.firstIndex { $0.contains("davty=2") })
      urls[place] = urls[place].setting("davty", "1").setting("sd", "130")
      urls = urls.map { $0.contains("&ai=film-1") ? $0.setting("sd", "130") : $0 }
    },
    Edit("a first-party id that is renewed after 180 days", "") { urls in
      urls[2] = urls[2].setting("fp_id", "a2nfmy17lyvkhlxqstvmgypqly90m1629966210")
        .setting("fp_cr_tm", "1600000000")
      urls = Array(urls[...2])
    },
    Edit("two ads without asset ids", "", in: "ad-pods") { urls in
      urls = urls.map { url in
        url.contains("&ai=ad_1") ? url.setting("ai", "NA").setting("tl", "One") : url
      }
    },
    Edit("another app session with another viewing and id", "") { urls in
      let id = "q7d2m9x4k1v8b3n6c0z5w2t7r4y1a1700000000"
      let other = urls.map {
        $0.setting("sessionId", id).setting("fp_id", "k" + id.dropFirst()).setting("uoo", "true")
          .withoutIDs
      }
      urls = zip(urls, other).flatMap { [$0, $1] }
    },
  ]
}

extension String {
  /// The URL of the ping with blank ids, as for an opted-out user.
  var withoutIDs: String {
    ["fp_id", "ve_id", "c9", "c1"].reduce(self) { url, name in
      url.contains("&\(name)=") ? url.setting(name, "") : url
    }
  }
}

/// Scenarios that are not part of the sample streams.
enum ScenarioTexts {
  private static let head = """
    "version": 1, "playhead": "vod", "start": "2023-11-14T22:13:20Z",
    "appInfo": { "appid": "P00000000-0000-0000-0000-000000000000", "appname": "id3tap", "appversion": "1.0" },
    "channel": { "channelName": "One" },
    "content": { "type": "content", "assetid": "film-1", "title": "First", "length": "3600" },
    """

  static let films = """
    { \(head) "name": "two films", "tags": "none", "duration": 900,
      "steps": [ { "at": 130, "do": "channel", "name": "One",
        "content": { "type": "content", "assetid": "film-2", "title": "Second", "length": "3600" } } ] }
    """

  static let channels = """
    { \(head) "name": "two channels", "tags": "input",
      "steps": [ { "at": 130, "do": "channel", "name": "Two",
        "content": { "type": "content", "assetid": "film-1", "title": "First", "length": "3600" } } ] }
    """
}
