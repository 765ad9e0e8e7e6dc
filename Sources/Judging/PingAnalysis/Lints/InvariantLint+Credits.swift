import Formats

extension InvariantLint {
  /// Checks of the credit string, the credited time and related parameters.
  static let credits: [String: Check] = [
    "ad-seconds": { ping in
      guard ping["at"] == "timer", ping.plain("c3") == "a", let spent = ping.number("c27") else {
        return nil
      }
      guard let seconds = ping.number("c51") else {
        return ("c51", "has no number: for an ad, it must equal the \(spent) s in c27")
      }
      if seconds != spent {
        return ("c51", "\(seconds) ad seconds, but \(spent) s spent in this ad (c27)")
      }
      guard let count = ping.number("c52") else {
        return ("c52", "has no number: it must be 1 in the timer of an ad")
      }
      return count == 1 ? nil : ("c52", "\(count) ads: must be 1 in the timer of an ad")
    },
    "ad-within-length": { ping in
      guard ping.plain("c3") == "a", let length = ping.number("sd"), length > 0,
        let spent = ping.number("c27"), spent > length
      else { return nil }
      return ("c27", "\(spent) s credited for an ad of \(length) s (sd)")
    },
    "pattern-needs-time": { ping in
      guard let credit = ping.credit, !credit.pattern.isEmpty, counts(ping),
        let spent = ping.number("c27"), spent < Int64(30 * credit.creditedMinutes)
      else { return nil }
      return (
        "c27",
        "\(spent) s are too few: cr credits \(Decimals.counted(credit.creditedMinutes, "minute")) of at least 30 s each"
      )
    },
    "pattern-allows-time": { ping in
      guard let credit = ping.credit, !credit.pattern.isEmpty,
        ["timer", "sfview"].contains(ping["at"]), let spent = ping.number("c27")
      else { return nil }
      let most = Int64(60 * credit.creditedMinutes + 29 * credit.otherMinutes)
      guard spent > most else { return nil }
      return ("cr", "the pattern \(credit.pattern) allows at most \(most) s, but c27 has \(spent)")
    },
    "prefix-action": { ping in
      guard let credit = ping.credit, let action = ping["at"], let activity = ping["davty"] else {
        return nil
      }
      let allowed = actions(ping.product)[credit.prefix] ?? []
      guard !allowed.contains("\(action) \(activity)") else { return nil }
      return (
        "at",
        "at \(action) and davty \(activity) do not match cr with \(credit.prefix)"
          + (allowed.isEmpty ? "" : ": expected \(allowed.joined(separator: " or "))")
      )
    },
    "short-has-no-minute": { ping in
      guard let credit = ping.credit, credit.prefix == "S", credit.creditedMinutes > 0 else {
        return nil
      }
      return ("cr", "prefix S means no credited minute, but the pattern has credited minutes")
    },
    "forward-aggregate": { ping in
      guard let forward = ping["forward"], let aggregate = ping.plain("c11"), forward != aggregate
      else { return nil }
      return ("c11", "differs from forward (\(forward))")
    },
    "quarter-hour-flag": { ping in
      guard ping.credit?.prefix == "Q" else { return nil }
      if ping["aqhflg"] != "1" { return ("aqhflg", "a quarter hour needs aqhflg=1") }
      guard let name = ["c15", "c27"].first(where: { ping[$0] != nil }) else { return nil }
      return (name, "pings of quarter hours have no \(name)")
    },
  ]

  /// Whether the pattern in `cr` covers the seconds in `c27`.
  private static func counts(_ ping: SentPing) -> Bool {
    switch ping["at"] {
    case "timer", "sfview": true
    case "view": ping["davty"] == "1"
    default: false
    }
  }

  private static func actions(_ product: SentPing.Product) -> [String: [String]] {
    product == .dtvr
      ? [
        "I": ["start 0"], "V": ["view 1"], "S": ["sfview 1", "sfview 2"],
        "D": ["timer 1", "timer 2"], "Q": ["view 1"],
      ] : ["V": ["view 0"], "D": ["timer 1", "timer 2"]]
  }
}
