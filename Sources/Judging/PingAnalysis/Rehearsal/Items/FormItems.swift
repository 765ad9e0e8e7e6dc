import Formats

extension RehearsalItem {
  static let transportForms: [RehearsalItem] = [
    RehearsalItem(
      "encoding",
      "Values are UTF-8, and encoded once",
      expected: "values without %XX after decoding once, and valid UTF-8",
      source: Documents.all(Documents.guide, Documents.pingFields),
      remedy: "Pass plain UTF-8; do not percent-encode metadata.",
      record: "Record any viewing.",
      lints: ["double-encoding"]
    ) { capture, evidence in
      func wrong(_ ping: RehearsedPing) -> QueryParameter? {
        ping.ping.parameters.first { parameter in
          !encodedTwice.contains(parameter.name)
            && (parameter.value.isPercentEncoded || parameter.value.contains("\u{FFFD}"))
        }
      }
      evidence.every(
        capture.pings.filter { !$0.ping.parameters.isEmpty },
        seen: { ping in
          guard let found = wrong(ping) else { return ping.shown("rnd") }
          return "\(found.name)=\(found.value.prefix(80))"
        }
      ) { wrong($0) == nil }
    },
    RehearsalItem(
      "fields-valid",
      "Parameters are valid and agree with each other",
      expected: "id3tap explain reports no error, except those that other items judge",
      source: Documents.pingFields,
      remedy: "See id3tap explain; update the SDK and do not edit pings.",
      record: "Record any viewing."
    ) { capture, evidence in
      let explainer = PingExplainer()
      let lints = all.reduce(into: Set<String>()) { $0.formUnion($1.lints) }
      var found: [Int: PingFinding] = [:]
      // `no-error-pings` judges error pings.
      let pings = capture.pings.filter { !$0.isError }
      for ping in pings {
        found[ping.index] = explainer.explain(ping.ping).findings.first { finding in
          finding.severity == .error && !isJudged(finding, in: ping, by: lints)
        }
      }
      evidence.every(
        pings,
        seen: { ping in
          guard let finding = found[ping.index] else { return "no error" }
          return (finding.field.map { "\($0)=\(ping[$0]): " } ?? "") + finding.message
        }
      ) { found[$0.index] == nil }
    },
    RehearsalItem(
      "no-error-pings",
      "The SDK reports no error",
      expected: "no ping to /cgi-bin/error",
      source: Documents.all(Documents.api, Documents.ours),
      remedy: "Read the parameter `message`, and correct the call that it names.",
      record: "Record 6 minutes of one asset."
    ) { capture, evidence in
      for error in capture.pings where error.isError {
        let seen = error.ping.parameters.filter {
          ["errcode", "code", "message"].contains($0.name)
        }
        let words = seen.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        evidence.contradict([error], words.isEmpty ? "a ping to /cgi-bin/error" : words)
      }
      if capture.isSufficient() {
        evidence.show(capture.pings, "\(capture.pings.count) other pings")
      }
    },
  ]

  /// Parameters with URLs or payloads, for which double encoding is correct.
  private static let encodedTwice: Set = ["c66", "si", "tp", "id3"]

  /// Whether another item already judges a finding: the item lists the lint, or the faulty parameter.
  private static func isJudged(
    _ finding: PingFinding,
    in ping: RehearsedPing,
    by lints: Set<String>
  ) -> Bool {
    switch finding.rule {
    // `content-view-first` and `dtvr-impression-first` judge how a viewing begins.
    case "prefix-action": ping.isView || ping.credit?.prefix == "I"
    // `content-assetid` and `ad-assetid` judge blank ids.
    case "asset-twice": ping["ai"].isEmpty
    case "missing", "bad-value", "blank", "wrong-key": lints.contains(finding.field ?? "")
    case let rule: lints.contains(rule)
    }
  }
}
