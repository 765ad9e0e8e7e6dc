import Foundation
import PingAnalysis

/// Rows about DTVR and ID3.
extension RehearsalRow {
  static let tags: [RehearsalRow] = tagImpressions + tagDurations + tagPayloads + tagNames

  fileprivate static func stream() throws -> [RehearsalCase.StreamTag] {
    try PlayedScenario.streamTags(to: 660)
  }

  fileprivate static func linear(_ edit: ([String]) -> [String] = { $0 }) throws -> RehearsalCase {
    .of(edit(PlayedScenario.cleanLinear), stream: try stream())
  }

  fileprivate static func alone(_ edit: ([String]) -> [String] = { $0 }) -> RehearsalCase {
    .of(edit(PlayedScenario.cleanLinear))
  }

  private static let impression = Pick.dtvr && .prefix("I")
  private static let dtvrView = Pick.dtvr && .view
  private static let duration = Pick.dtvr && .timer
  fileprivate static let invalid: Set = ["fields-valid"]

  private static let tagImpressions: [RehearsalRow] = [
    clean("dtvr-tags-arrive") { try linear() },
    broken("dtvr-tags-arrive", "the app passes no tags") {
      .of(PlayedScenario.clean, stream: try stream())
    },
    broken("dtvr-tags-arrive", "no raw ping") { try linear { $0.dropping(.raw) } },
    cut("dtvr-tags-arrive", "no stream") { alone() },

    clean("dtvr-impression-first") { alone() },
    broken("dtvr-impression-first", "no impression") { alone { $0.dropping(impression) } },
    broken("dtvr-impression-first", "an impression with davty=1", also: invalid) {
      alone { $0.setting("davty", "1", in: impression) }
    },
    cut("dtvr-impression-first", "the app was already running") {
      alone { $0.dropping(impression || .session) }
    },

    clean("dtvr-lookup-first") { alone() },
    broken("dtvr-lookup-first", "no lookup") { alone { $0.dropping(.lookup) } },
    broken("dtvr-lookup-first", "a lookup after ten seconds") {
      alone { $0.adding(10_000, to: "rnd", in: .lookup) }
    },
    cut("dtvr-lookup-first", "no DTVR") { alone { $0.dropping(.dtvr) } },

    clean("dtvr-view-once") { alone() },
    broken("dtvr-view-once", "no view") { alone { $0.dropping(dtvrView) } },
    broken("dtvr-view-once", "two views") { alone { $0.repeating(dtvrView) } },
    broken("dtvr-view-once", "a view after ten seconds", also: invalid) {
      alone { $0.setting("c27", "10", in: dtvrView) }
    },
    cut("dtvr-view-once", "only an impression") { alone { $0.cut(after: 1, of: impression) } },
  ]

  private static let tagDurations: [RehearsalRow] = [
    clean("dtvr-duration") { alone() },
    broken("dtvr-duration", "the first duration is missing") {
      alone { $0.dropping(duration && .number(1)) }
    },
    broken("dtvr-duration", "400 seconds in a duration", also: invalid) {
      alone { $0.setting("c27", "400", in: duration && .number(1)) }
    },
    broken("dtvr-duration", "no duration after the view") { alone { $0.dropping(duration) } },
    cut("dtvr-duration", "nothing after the view") { alone { $0.cut(after: 1, of: dtvrView) } },

    clean("dtvr-segments-in-order") { alone() },
    broken("dtvr-segments-in-order", "the second duration is missing") {
      alone { $0.dropping(duration && .number(2)) }
    },
    broken("dtvr-segments-in-order", "the second duration is numbered like the first") {
      alone { $0.setting("cr", "2_00_99_D1_11111_1", in: duration && .number(2)) }
    },
    cut("dtvr-segments-in-order", "only one duration") { alone { $0.cut(after: 1, of: duration) } },

    clean("dtvr-end-marked") { alone() },
    broken("dtvr-end-marked", "the last duration is not marked as the end") {
      .of(
        PlayedScenario.cleanLinear.setting("davty", "1", in: duration),
        actions: [did(.end, 660)]
      )
    },
    broken(
      "dtvr-end-marked",
      "the channel is restarted, but the earlier duration is not marked as the end"
    ) {
      let urls = episode(
        #"{"at": 200, "do": "channel", "name": "Channel Seven"}"#,
        hasTags: true
      )
      return .of(urls.setting("davty", "1", in: .dtvr && .made(195...205)), actions: nil)
    },
    cut("dtvr-end-marked", "the capture ends before the channel does") {
      alone { $0.cut(after: 2, of: duration) }
    },

    clean("raw-each-minute") { alone() },
    broken("raw-each-minute", "two raw pings are missing", also: ["raw-steady"]) {
      alone { $0.dropping(.raw && .made(110...200)) }
    },
    broken("raw-each-minute", "one raw ping is missing", also: ["raw-steady"]) {
      alone { $0.dropping(.raw && .made(110...130)) }
    },
    cut("raw-each-minute", "only one raw ping") { alone { $0.cut(after: 1, of: .raw) } },
  ]

  private static let tagNames: [RehearsalRow] = [
    clean("dtvr-admodel") { alone() },
    broken("dtvr-admodel", "no ad model in the impression", also: invalid) {
      alone { $0.setting("cr", "2_00_99_I1_00000_0", in: impression) }
    },
    broken("dtvr-admodel", "ad model 3 in a duration", also: invalid) {
      alone { $0.setting("cr", "2_00_99_D1_11111_3", in: duration && .number(1)) }
    },
    cut("dtvr-admodel", "no DTVR") { .of(PlayedScenario.clean) },

    clean("channel-name") { alone() },
    broken("channel-name", "the engine's default name") {
      alone { $0.setting("channame", "defaultChannelName", in: .raw) }
    },
    broken("channel-name", "a channel name of 33 characters") {
      alone { $0.setting("channame", String(repeating: "n", count: 33), in: .raw) }
    },
    cut("channel-name", "no raw ping") { alone { $0.dropping(.raw) } },

    clean("channel-name-constant") { alone() },
    broken("channel-name-constant", "one raw ping has another name") {
      alone { $0.setting("channame", "Episode 4", in: .raw && .made(110...130)) }
    },
    broken("channel-name-constant", "the name changes from one raw ping onwards") {
      alone { $0.setting("channame", "Episode 4", in: .raw && .made(110...700)) }
    },
    cut("channel-name-constant", "only one raw ping") { alone { $0.cut(after: 1, of: .raw) } },

    clean("timeshift-resolved") {
      .of(PlayedScenario.cleanLinear, answers: #"{"tsv":"99"}"#)
    },
    broken("timeshift-resolved", "the answer was 03") {
      .of(PlayedScenario.cleanLinear, answers: #"{"tsv":"03"}"#)
    },
    broken("timeshift-resolved", "one duration has another code", also: invalid) {
      .of(
        PlayedScenario.cleanLinear
          .setting("cr", "2_00_07_D2_11111_1", in: duration && .number(2)),
        answers: #"{"tsv":"99"}"#
      )
    },
    cut("timeshift-resolved", "no answers") { alone() },
  ]
}

/// Rows about the payloads of raw pings.
extension RehearsalRow {
  private static func payloads(
    _ urls: [String],
    in pick: Pick,
    _ change: ([String]) -> [String]
  ) -> [String] {
    urls.editing(.raw && pick) { url in
      let old = URLComponents(string: url)?.queryItems?.first { $0.name == "tp" }?.value ?? ""
      return url.setting("tp", change(old.components(separatedBy: "~")).joined(separator: "~"))
    }
  }

  private static let second = Pick.made(110...130)

  /// Changes one character of a payload.
  private static func changed(_ payload: String) -> String {
    let place = payload.index(payload.startIndex, offsetBy: 150)
    let other: Character = payload[place] == "A" ? "B" : "A"
    return payload.replacingCharacters(in: place...place, with: String(other))
  }

  private static func reported(
    in pick: Pick = second,
    _ change: @escaping ([String]) -> [String]
  ) -> [String] {
    payloads(PlayedScenario.cleanLinear, in: pick, change)
  }

  private static let otherCID = "FD_AAAAAAAAAAAAAAAAAAAAAA=="

  fileprivate static let tagPayloads: [RehearsalRow] = [
    clean("raw-payload-form") { alone() },
    broken("raw-payload-form", "a payload of 248 characters", also: invalid) {
      .of(reported { list in list.map { String($0.dropLast()) } })
    },
    broken("raw-payload-form", "another host in the payloads", also: invalid.union(["raw-steady"]))
    {
      .of(reported { list in list.map { "WWW" + $0.dropFirst(3) } })
    },
    cut("raw-payload-form", "no tags") { .of(PlayedScenario.clean) },

    clean("raw-matches-stream") { try linear() },
    broken(
      "raw-matches-stream",
      "one payload is changed",
      also: invalid.union(["raw-all-tags"])
    ) {
      .of(reported { [changed($0[0])] + $0.dropFirst() }, stream: try stream())
    },
    broken("raw-matches-stream", "all payloads are changed", also: invalid) {
      .of(reported(in: .all) { $0.map(changed) }, stream: try stream())
    },
    cut("raw-matches-stream", "no stream") { alone() },

    clean("raw-all-tags") { try linear() },
    broken("raw-all-tags", "one payload of six is missing", also: ["raw-steady"]) {
      .of(reported { Array($0.prefix(2) + $0.dropFirst(3)) }, stream: try stream())
    },
    broken("raw-all-tags", "one raw ping is missing", also: ["raw-steady", "raw-each-minute"]) {
      try linear { $0.dropping(.raw && second) }
    },
    cut("raw-all-tags", "no stream") { alone() },
    cut("raw-all-tags", "no raw pings") { try linear { $0.dropping(.raw) } },

    clean("raw-order") { alone() },
    broken("raw-order", "two payloads are swapped") {
      .of(reported { [$0[1], $0[0]] + $0.dropFirst(2) })
    },
    broken("raw-order", "the payloads of a raw ping are reversed") {
      .of(reported { $0.reversed() })
    },
    cut("raw-order", "no raw pings") { alone { $0.dropping(.raw) } },

    clean("raw-steady") { alone() },
    broken("raw-steady", "only every third tag is reported") {
      .of(
        reported(in: .all) { list in list.indices.filter { $0 % 3 == 0 }.map { list[$0] } },
        actions: nil
      )
    },
    broken("raw-steady", "one payload is missing") {
      .of(reported { Array($0.prefix(2) + $0.dropFirst(3)) })
    },
    cut("raw-steady", "no raw pings") { alone { $0.dropping(.raw) } },

    clean("dtvr-cid-known") { try linear() },
    broken("dtvr-cid-known", "another CID", also: invalid.union(["dtvr-lookup-first"])) {
      try linear { $0.setting("ca", otherCID, in: .dtvr) }
    },
    broken("dtvr-cid-known", "the null CID", also: invalid.union(["dtvr-lookup-first"])) {
      alone { $0.setting("ca", "FD_X100zdCIGeIlgZnkYj6UvQ==", in: .dtvr) }
    },
    cut("dtvr-cid-known", "no stream") { alone() },
  ]
}
