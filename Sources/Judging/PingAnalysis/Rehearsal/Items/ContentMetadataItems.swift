import Formats

extension RehearsalItem {
  static let contentMetadata: [RehearsalItem] = [
    RehearsalItem(
      "content-title",
      "Content has a title of at most 40 characters in the US, 511 elsewhere",
      source: Documents.metadata,
      remedy: "Pass title in the content's metadata, and shorten it.",
      record: contentRecord,
      lints: ["tl"]
    ) { capture, evidence in
      evidence.text("tl", limit: capture.isUS ? 40 : 511, in: capture)
    },
    RehearsalItem(
      "content-title-episode",
      "In the US, the title of a full episode ends with season and episode",
      expected: "tl of a full episode (c53=y) ends with season and episode: S1E3, S01E03 or S1 E3",
      source: Documents.metadata,
      remedy: "Append season and episode to the title of a full episode, for example S1E3.",
      record: "Play a full episode (isfullepisode y) with an app of the US market."
    ) { capture, evidence in
      guard capture.isUS else { return }
      // A cross id that begins with MV identifies a movie, which has no episodes.
      let episodes = capture.contentPings.filter { $0["c53"] == "y" && !$0["c36"].hasPrefix("MV") }
      evidence.every(episodes, seen: { $0.shown("tl", "c53") }) { endsWithEpisode($0["tl"]) }
    },
    RehearsalItem(
      "content-program",
      "Content has a program name of at most 25 characters in the US, 511 elsewhere",
      source: Documents.metadata,
      remedy:
        "Pass program with the complete name of the program, at most 25 characters in the US.",
      record: contentRecord,
      lints: ["cg"]
    ) { capture, evidence in
      evidence.text("cg", limit: capture.isUS ? 25 : 511, in: capture)
    },
    RehearsalItem(
      "content-assetid",
      "Content has an asset id of letters, digits, '-', '_' and '.'",
      expected: "ai of letters, digits, '-', '_' and '.' on content",
      source: Documents.all(Documents.dcrChecklist, Documents.ours),
      remedy: "Pass an asset id without special characters.",
      record: contentRecord,
      lints: ["ai"]
    ) { capture, evidence in
      evidence.every(capture.contentPings, seen: { $0.shown("ai") }) { ping in
        !ping["ai"].isEmpty
          && ping["ai"].allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
          }
      }
    },
    RehearsalItem(
      "content-assetid-unique",
      "An asset id identifies one program and title",
      expected: "one cg and tl for each ai",
      source: Documents.all(
        Documents.metadata,
        "W: Digital Measurement Content Asset Metadata"
      ),
      remedy: "Give every episode and clip its own asset id.",
      record: "A capture can only refute this: compare the asset ids of the whole catalogue."
    ) { capture, evidence in
      var known: [String: RehearsedPing] = [:]
      for ping in capture.viewings.flatMap(\.content) where !ping["ai"].isEmpty {
        guard let first = known[ping["ai"]] else {
          known[ping["ai"]] = ping
          continue
        }
        let isSame = first["cg"] == ping["cg"] && first["tl"] == ping["tl"]
        // `content-metadata-constant` judges changes within a viewing.
        guard !isSame, first["c59"] != ping["c59"] else { continue }
        evidence.contradict(
          [first, ping],
          first.shown("ai", "cg", "tl") + ", then " + ping.shown("cg", "tl")
        )
      }
    },
    RehearsalItem(
      "content-length",
      "The length of content is in whole seconds: above 0 for a recording, at most 86400 for live",
      expected:
        "sd of whole seconds on content: above 0, not 86400, for a recording; 0 to 86400 for live",
      source: Documents.all(Documents.dcrChecklist, Documents.metadata),
      remedy: "Pass length in seconds as text, without the ads.",
      record: contentRecord,
      lints: ["sd"]
    ) { capture, evidence in
      evidence.every(capture.contentPings, seen: { $0.shown("ai", "sd", "c58") }) { ping in
        guard ping["sd"].allSatisfy({ $0.isASCII && $0.isNumber }), let length = ping.number("sd")
        else { return false }
        return ping.isLive ? length <= 86_400 : length > 0 && length != 86_400
      }
    },
    RehearsalItem(
      "content-airdate",
      "The air date of content is a date in one of the documented formats",
      expected:
        "c54 is a date such as 20231114 20:00:00, not after the day of the ping; blank only outside the US",
      source: Documents.all(Documents.metadata, Documents.ours),
      remedy: "Pass airdate as YYYYMMDD HH:MM:SS.",
      record: "Play content with an airdate.",
      lints: ["c54"]
    ) { capture, evidence in
      evidence.every(
        capture.contentPings.filter { capture.isUS || !$0["c54"].isEmpty },
        seen: { $0.shown("ai", "c54") }
      ) { ping in
        guard let date = AirDate.seconds(ping["c54"]) else { return false }
        return date <= ping.madeAt + 86_400
      }
    },
    RehearsalItem(
      "content-full-episode",
      "Content is marked as a full episode or as a part",
      expected: "c53 is y or n on content",
      source: Documents.dcrChecklist,
      remedy: "Pass isfullepisode as y or n.",
      record: contentRecord,
      lints: ["c53"]
    ) { capture, evidence in
      evidence.every(
        capture.contentPings,
        seen: { $0.shown("ai", "c53") }
      ) { ["y", "n"].contains($0["c53"]) }
    },
    RehearsalItem(
      "content-adload",
      "Content has an ad load type, which is 2 if ads are inserted",
      expected: "c57 is 1 or 2 on content, and 2 in a viewing with ads",
      source: Documents.metadata,
      remedy: "Pass adloadtype 2 for dynamic ads, 1 for the ad load of TV.",
      record: contentRecord,
      lints: ["c57"]
    ) { capture, evidence in
      let withAds = Set(capture.viewings.filter { !$0.adRuns.isEmpty }.map(\.id))
      evidence.every(
        capture.contentPings,
        seen: {
          $0.shown("ai", "c57") + (withAds.contains($0["c59"]) ? " in a viewing with ads" : "")
        }
      ) { $0["c57"] == "2" || $0["c57"] == "1" && !withAds.contains($0["c59"]) }
    },
    RehearsalItem(
      "content-crossid",
      "A cross id of the US market is a TMS id of 14 characters",
      expected: "c36 of 14 characters: EV, EP, SH, SP or MV and 12 digits",
      source: Documents.metadata,
      remedy: "Pass the TMS id unchanged in crossId1.",
      record: "Play content with crossId1 in an app of the US market.",
      lints: ["c36"]
    ) { capture, evidence in
      guard capture.isUS else { return }
      evidence.every(
        capture.contentPings.filter { !$0["c36"].isEmpty },
        seen: { $0.shown("ai", "c36") }
      ) { ping in
        let id = ping["c36"]
        return id.count == 14 && ["EV", "EP", "SH", "SP", "MV"].contains(String(id.prefix(2)))
          && id.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
      }
    },
    RehearsalItem(
      "content-segments-count",
      "At most 25 values are used for segA, segB and segC",
      expected: "at most 25 different values of c32, c33 and c34 together",
      source: "W: Digital Measurement iOS Simplified API",
      remedy: "Use segA, segB and segC for a few reporting groups, not for each asset.",
      record: "A capture can only refute this: count the values that the app can pass."
    ) { capture, evidence in
      var first: [String: RehearsedPing] = [:]
      for ping in capture.pings {
        for value in ["c32", "c33", "c34"].map({ ping[$0] }) where !["", "NA"].contains(value) {
          first[value] = first[value] ?? ping
        }
      }
      guard first.count > 25 else { return }
      let names = first.keys.sorted().prefix(3).joined(separator: ", ")
      evidence.contradict(Array(first.values), "\(first.count) values, among them \(names)")
    },
  ]

  private static let contentRecord = "Play content."

  /// Whether a title ends with `S1E3`, `S01E03` or `S1 E3`.
  private static func endsWithEpisode(_ title: String) -> Bool {
    var rest = title[...]
    func takeDigits() -> Bool {
      let count = rest.reversed().prefix { $0.isASCII && $0.isNumber }.count
      rest = rest.dropLast(count)
      return count > 0
    }
    guard takeDigits(), rest.popLast() == "E" else { return false }
    if rest.last == " " { rest.removeLast() }
    return takeDigits() && rest.last == "S"
  }
}

extension RehearsalCase {
  /// The content pings in the order of the capture, without audio stations, which have no episodes.
  var contentPings: [RehearsedPing] {
    pings.filter { $0.isContent && $0["rt"] != "audio" }
  }
}

extension Evidence {
  /// Checks that a parameter of content pings is not blank, and has at most `limit` characters.
  fileprivate mutating func text(_ name: String, limit: Int, in capture: RehearsalCase) {
    expected = "\(name) with 1 to \(limit) characters on content"
    every(
      capture.contentPings,
      seen: { "\($0.shown("ai", name)) (\($0[name].count) characters)" }
    ) { !$0[name].allSatisfy(\.isWhitespace) && $0[name].count <= limit }
  }
}

/// The documented formats of the original air date.
enum AirDate {
  /// The formats that begin with the year. `d` stands for a digit.
  private static let yearFirst: Set = [
    "dddddddd", "dddddddd dd:dd:dd", "dddddddddddddd", "dddddddddd:dd:dd", "dddd-dd-dd",
    "dddd-dd-ddTdd:dd:dd", "dddd-dd-dd dd:dd:dd", "dddd-dd-dddd:dd:dd",
  ]
  private static let monthFirst = "dd-dd-dddd"

  /// Parses an air date as UTC, and returns Unix seconds. Nil if the format is unknown or the date is not valid.
  static func seconds(_ text: String) -> Double? {
    let local = withoutZone(text)
    let form = String(local.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    let digits = local.filter { $0.isASCII && $0.isNumber }
    func number(_ start: Int, _ count: Int = 2) -> Int64 {
      Int64(digits.dropFirst(start).prefix(count)) ?? 0
    }
    let isYearFirst = yearFirst.contains(form)
    guard isYearFirst || form == monthFirst else { return nil }
    return GregorianCalendar.seconds(
      year: number(isYearFirst ? 0 : 4, 4),
      month: number(isYearFirst ? 4 : 0),
      day: number(isYearFirst ? 6 : 2),
      hour: isYearFirst ? number(8) : 0,
      minute: isYearFirst ? number(10) : 0,
      second: isYearFirst ? number(12) : 0
    ).map { Double($0) }
  }

  /// Removes the fraction and the zone, such as `Z`, `+01:00` or `+0100`, after a time with `T`.
  private static func withoutZone(_ text: String) -> Substring {
    let local = text.prefix(19)
    guard text.count > 19, local.contains("T") else { return text[...] }
    var zone = text.dropFirst(19)
    if zone.first == "." { zone = zone.dropFirst().drop { $0.isASCII && $0.isNumber } }
    let form = String(zone.map { $0.isASCII && $0.isNumber ? "d" : $0 })
    // A plus sign that was not percent-encoded was decoded as a space.
    let signed = form.first.map { "+- ".contains($0) ? "+" + form.dropFirst() : form } ?? ""
    return ["", "Z", "+dd:dd", "+dddd"].contains(signed) ? local : text[...]
  }
}
