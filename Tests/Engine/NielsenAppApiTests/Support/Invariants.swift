import Testing

@testable import NielsenAppApi

/// Conditions within one ping: the invariants of the ping dictionary and further ones.
enum Invariants {
  /// The names of the checked invariants.
  static let names: Set<String> = [
    "client-in-channel", "channel-key", "content-asset", "asset-twice", "fpid-suffix",
    "fpid-access", "fpid-age", "session-before-ping", "player-id-time",
    "viewing-session-before-start", "same-device-id", "build-matches-version",
    "create-before-send", "rnd-is-creation", "start-before-create", "time-fits-clock",
    "ad-time-exact", "ad-seconds", "view-has-no-time", "segment-limit", "pattern-needs-time",
    "pattern-allows-time", "prefix-action", "short-has-no-minute", "forward-aggregate",
    "null-cid-never-sent", "quarter-hour-flag", "opted-out-is-blank", "url-length",
  ]

  /// The names of the invariants that `ping` breaks.
  static func broken(by ping: Ping) -> [String] {
    var broken: [String] = []
    // The parameters are rendered only once, because every access renders the ping again.
    let values = Dictionary(ping.parameters.map { ($0.name, $0.value) }) { first, _ in first }
    func check(_ name: String, _ holds: Bool) { if !holds { broken.append(name) } }
    func value(_ name: String) -> String {
      let text = values[name] ?? ""
      // Only numbered parameters have a key.
      guard name.first == "c", name.dropFirst().allSatisfy(\.isNumber),
        let comma = text.firstIndex(of: ",")
      else { return text }
      return String(text[text.index(after: comma)...])
    }
    func number(_ name: String) -> Int64 { Int64(value(name)) ?? -1 }
    func last10(_ text: String) -> Int64 { Int64(text.suffix(10)) ?? -1 }
    func isPadded(_ name: String, _ count: Int) -> Bool {
      value(name).count == count && value(name).allSatisfy { $0.isASCII && $0.isNumber }
    }

    guard ping.product != .error, ping.product != .emm else { return [] }
    check("rnd-digits", value("rnd").count >= 13)
    if ping.product != .id3 { check("url-length", ping.url.utf8.count <= 2048) }
    if ["1", "true"].contains(value("uoo")) {
      let names = ["c9", "c1", "hem_sha256", "hem_sha1", "hem_md5", "hem_unknown"]
      check("opted-out-is-blank", names.allSatisfy { value($0).isEmpty })
    }
    if ping.product != .tsv {
      let second = number("rnd") / 1000
      check("rnd-is-creation", number("c61") <= second && second <= number("c62"))
    }
    guard ping.product != .tsv else { return broken }
    if !value("fp_id").isEmpty {
      check("fpid-suffix", value("fp_id").suffix(10) == value("fp_cr_tm"))
      check("fpid-digits", isPadded("fp_cr_tm", 10) && isPadded("fp_acc_tm", 10))
      check("fpid-access", number("fp_acc_tm") >= number("fp_cr_tm"))
      check("fpid-age", number("c61") - number("fp_cr_tm") <= 180 * 86_400)
    }
    check("session-before-ping", last10(value("sessionId")) <= number("c61"))
    check("create-before-send", number("c62") >= number("c61"))
    if ping.product != .session {
      check("same-device-id", value("c1") == value("c9"))
    }
    guard ping.product != .session, ping.product != .id3 else { return broken }
    check("player-id-time", (Int64(value("c29").prefix(10)) ?? 0) >= last10(value("sessionId")))
    check("build-matches-version", value("c30").prefix(2) == value("c16").prefix(2))
    if ping.product == .dcr || ping.product == .static {
      return broken + brokenDCR(ping, value: value, number: number)
    }
    check("forward-aggregate", value("forward") == value("c11"))
    check("null-cid-never-sent", !value("ca").hasSuffix(SamplePayload.nullID))

    let parts = value("cr").split(separator: "_").map(String.init)
    guard parts.count == 6, let prefix = parts[3].first else { return broken + ["credit-form"] }
    let (action, activity, seconds) = (value("at"), value("davty"), number("c27"))
    if activity == "0" { check("view-has-no-time", seconds == 0) }
    switch prefix {
    case "I": check("prefix-action", action == "start" && activity == "0")
    case "V": check("prefix-action", action == "view" && activity == "1")
    case "S": check("prefix-action", action == "sfview" && ["1", "2"].contains(activity))
    case "D": check("prefix-action", action == "timer" && ["1", "2"].contains(activity))
    case "Q": check("prefix-action", action == "view" && activity == "1")
    default: check("prefix-action", false)
    }
    if prefix == "Q" {
      check(
        "quarter-hour-flag",
        values["aqhflg"] == "1" && values["c15"] == nil && values["c27"] == nil
      )
    } else {
      let ones = Int64(parts[4].filter { $0 == "1" }.count)
      let zeros = Int64(parts[4].filter { $0 == "0" }.count)
      check("pattern-form", ones + zeros == 5 && parts[4].count == 5)
      if prefix == "S" { check("short-has-no-minute", ones == 0) }
      if prefix != "I" { check("pattern-needs-time", seconds >= 30 * ones) }
      if prefix == "D" || prefix == "S" {
        check("segment-limit", (5...300).contains(seconds))
        check("pattern-allows-time", seconds <= 60 * ones + 29 * zeros)
      }
    }
    return broken
  }

  private static func brokenDCR(
    _ ping: Ping,
    value: (String) -> String,
    number: (String) -> Int64
  ) -> [String] {
    var broken: [String] = []
    func check(_ name: String, _ holds: Bool) { if !holds { broken.append(name) } }
    let (client, created, started, seconds) = (
      value("ci"), number("c61"), number("c64"), number("c27")
    )
    check("client-in-channel", value("ch").hasPrefix(client + "_"))
    check("start-before-create", started <= created)
    if value("davty") == "0" { check("view-has-no-time", seconds == 0) }
    guard ping.product == .dcr else {
      check("static-credit", value("cr") == (ping.type == .view ? "V" : "D"))
      check("static-time", seconds == created - started)
      return broken
    }
    let (isAd, isTimer) = (value("c3") == "a", value("at") == "timer")
    check("channel-key", value("ch") == "\(client)_\(value("c6"))_P")
    check("content-asset", value("ca") == "\(client)_\(value("c6"))_\(value("ai"))")
    check("asset-twice", value("adid") == value("ai"))
    check("viewing-session-before-start", (Int64(value("c59").suffix(10)) ?? .max) <= started)
    let parts = value("cr").split(separator: "_").map(String.init)
    guard parts.count == 5, let prefix = parts[3].first else { return broken + ["credit-form"] }
    check("prefix-action", (prefix == "V") == (value("at") == "view" && value("davty") == "0"))
    check("ad-is-no-last", !isAd || value("davty") != "2")
    guard isTimer else {
      check("view-has-no-ads", value("c51") == "0" && value("c52") == "0")
      return broken
    }
    check("prefix-action", prefix == "D" && ["1", "2"].contains(value("davty")))
    check("segment-limit", (1...300).contains(seconds))
    check("time-fits-clock", seconds <= created - started + 1)
    if isAd { check("ad-seconds", number("c51") == seconds && value("c52") == "1") }
    let ones = Int64(parts[4].filter { $0 == "1" }.count)
    let zeros = Int64(parts[4].filter { $0 == "0" }.count)
    check("pattern-form", ones + zeros == 5 && parts[4].count == 5)
    check("pattern-needs-time", seconds >= 30 * ones)
    check("pattern-allows-time", seconds <= 60 * ones + 29 * zeros)
    return broken
  }
}
