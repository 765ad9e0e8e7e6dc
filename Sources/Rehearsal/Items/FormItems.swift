import Formats
import PingAnalysis

extension RehearsalItem {
  /// The forms of pings.
  static let transportForms: [RehearsalItem] = [
    RehearsalItem(
      "encoding",
      .transport,
      "Values are UTF-8, and encoded once",
      source: Documents.all(Documents.guide, Documents.pingFields),
      remedy: "Pass plain UTF-8; do not percent-encode metadata.",
      record: "Record any viewing.",
      judge: valuesAreEncodedOnce
    ),
    RehearsalItem(
      "fields-valid",
      .transport,
      "Parameters have their forms and agree with each other",
      source: Documents.pingFields,
      remedy: "See id3tap explain; update the SDK and do not edit pings.",
      record: "Record any viewing.",
      judge: fieldsAreValid
    ),
    RehearsalItem(
      "no-error-pings",
      .transport,
      "The SDK reports no error",
      source: Documents.all(Documents.api, Documents.ours),
      remedy: "Read message, and fix that call.",
      record: "Record 6 minutes of one asset.",
      judge: noErrorIsReported
    ),
  ]

  /// Parameters that hold URLs or payloads, which are encoded twice with good reason.
  private static let encodedTwice: Set = ["c66", "si", "tp", "id3"]

  private static func valuesAreEncodedOnce(_ capture: RehearsalCase) -> RehearsalOutcome {
    func wrong(_ ping: RehearsedPing) -> QueryParameter? {
      ping.ping.parameters.first { parameter in
        !encodedTwice.contains(parameter.name)
          && (parameter.value.isPercentEncoded || parameter.value.contains("\u{FFFD}"))
      }
    }
    return .each(
      capture.pings.filter { !$0.ping.parameters.isEmpty },
      expected: "values without %XX after decoding once, and valid UTF-8",
      seen: { ping in
        guard let found = wrong(ping) else { return ping.shown("rnd") }
        return "\(found.name)=\(found.value.prefix(80))"
      }
    ) { wrong($0) == nil }
  }

  /// Findings of `explain` that other items report.
  private static let reportedElsewhere: Set = [
    "double-encoding", "url-length", "ad-within-length", "fpid-suffix", "fpid-access", "fpid-age",
    "session-before-ping", "same-device-id", "build-matches-version", "time-fits-clock",
    "opted-out-is-blank", "null-cid-never-sent", "payload", "view-has-no-time",
    "queued-shows-retry",
  ]
  /// Parameters with a form that other items judge.
  private static let judgedElsewhere: Set = [
    "adid",
    "c12", "c13", "c15", "c16", "pc", "tl", "cg", "ai", "sd", "c54", "c53", "c57", "c36", "asn",
    "ca",
    "c9", "c1", "ve_id", "fp_id", "fp_cr_tm", "fp_acc_tm", "hem_sha256", "hem_sha1", "hem_md5",
    "hem_unknown", "sessionId", "c71", "c72", "channame", "tp", "id3",
  ]
  /// Findings about the form of one parameter.
  private static let formFindings: Set = ["missing", "bad-value", "blank", "wrong-key"]

  private static func fieldsAreValid(_ capture: RehearsalCase) -> RehearsalOutcome {
    let explainer = PingExplainer()
    var found: [Int: PingFinding] = [:]
    // The item after this one reports error pings.
    let pings = capture.pings.filter { !$0.isError }
    for ping in pings {
      found[ping.index] = explainer.explain(ping.ping).findings.first { finding in
        finding.severity == .error && !isReportedElsewhere(finding, in: ping)
      }
    }
    return .each(
      pings,
      expected: "no finding of severity error by id3tap explain",
      seen: { ping in
        guard let finding = found[ping.index] else { return "no error" }
        return (finding.field.map { "\($0)=\(ping[$0]): " } ?? "") + finding.message
      }
    ) { found[$0.index] == nil }
  }

  private static func isReportedElsewhere(
    _ finding: PingFinding,
    in ping: RehearsedPing
  ) -> Bool {
    switch finding.rule {
    // How a viewing begins is an item for each product.
    case "prefix-action": ping.isView || ping.credit?.prefix == "I"
    // A blank id is an item of its own.
    case "asset-twice": ping["ai"].isEmpty
    case let rule where formFindings.contains(rule):
      judgedElsewhere.contains(finding.field ?? "")
    case let rule: reportedElsewhere.contains(rule)
    }
  }

  private static func noErrorIsReported(_ capture: RehearsalCase) -> RehearsalOutcome {
    let expected = "no ping to /cgi-bin/error"
    let errors = capture.pings.filter(\.isError)
    if let first = errors.first {
      let seen = first.ping.parameters.filter { ["errcode", "code", "message"].contains($0.name) }
      let words = seen.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      return .failed(
        evidence: errors.map(\.index),
        expected: expected,
        seen: words.isEmpty ? "a ping to /cgi-bin/error" : words
      )
    }
    guard capture.isSufficient() else { return .notAssessed }
    let evidence = capture.pings.map(\.index)
    return .passed(evidence: evidence, expected: expected, seen: "\(evidence.count) other pings")
  }
}

extension String {
  /// Whether a percent sign with two hexadecimal digits is in it.
  fileprivate var isPercentEncoded: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix(2).count { $0.isASCII && $0.isHexDigit } == 2
    }
  }
}
