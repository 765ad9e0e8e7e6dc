import Conformance
import Formats

extension SARIF {
  /// The rules of `check`, then one rule for each value of `--require`.
  static let checkRules: [Rule] =
    RuleDescription.all.map { rule in
      Rule(
        id: rule.id.rawValue,
        summary: rule.summary,
        help: rule.traits.remedy,
        level: Level(rule.traits.severity)
      )
    }
    + RequiredPresence.allCases.map { presence in
      Rule(
        id: ruleID(of: presence),
        summary: "'--require \(presence.rawValue)' is met.",
        help: "Find out why the input lacks these tags, or do not require them."
      )
    }

  /// The id of the rule that represents a value of `--require`. JUnit uses the id as the name of a test case. No rule
  /// of the checker has the same id.
  package static func ruleID(of presence: RequiredPresence) -> String {
    "require-\(presence.rawValue)"
  }

  /// Adds an input of `check`: one result for each finding and each missing value of `--require`, a note if the input
  /// was not judged, and any failure. The level of a result is the severity of its finding, even if `--strict` makes a
  /// warning fail the input. The input's verdict shows the effect of `--strict`.
  mutating func append(_ report: CheckReport) {
    let whole = Location(uri: ArtifactURI.of(Place(), in: report))
    for finding in report.findings {
      let place = finding.place
      append(
        Result(
          rule: finding.rule.rawValue,
          level: Level(finding.severity),
          message: Self.words(finding),
          count: finding.count,
          location: Location(
            uri: ArtifactURI.of(place, in: report),
            offset: place.offset
          )
        )
      )
    }
    for missing in report.missing {
      append(
        Result(
          rule: Self.ruleID(of: missing),
          level: .error,
          message: "'--require \(missing.rawValue)' is not met",
          count: nil,
          location: whole
        )
      )
    }
    if let reason = report.notJudged {
      let rule = "tag-present"
      append(Result(rule: rule, level: .note, message: reason, count: nil, location: whole))
    }
    if let failure = report.failure { append(failure: failure.description, whole) }
    append(input: report.input, verdict: report.verdict.rawValue)
  }

  /// The message with the known rendition and time of the finding, because viewers of SARIF show no position in media.
  /// The result already contains the rule and the byte position.
  private static func words(_ finding: Finding) -> String {
    let place = finding.place
    let places = [place.rendition, place.time.flatMap(Decimals.fixed).map { "\($0) s" }]
      .compactMap { $0 }
    return finding.message + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
  }
}

extension SARIF.Level {
  fileprivate init(_ severity: Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .info: .note
      }
  }
}

/// URI references (RFC 3986) to the inputs and segments that contain findings.
package enum ArtifactURI {
  /// The URI of the file with a finding. A segment is resolved against its playlist or, if that is unknown, the input.
  /// The playlist is resolved against the input.
  static func of(_ place: Place, in report: CheckReport) -> String {
    let input = reference(to: report.input)
    guard let segment = place.segment else { return input }
    let playlist = place.rendition.flatMap { report.playlists[$0] }
    let base = playlist.map { resolve(encoded($0, isReference: true), against: input) } ?? input
    return resolve(encoded(segment, isReference: true), against: base)
  }

  /// A reference to an input, percent-encoded where a URI requires it. `./` is put before a path whose first segment
  /// has a colon, which would otherwise be read as the end of a scheme (RFC 3986, 4.2).
  package static func reference(to input: String) -> String {
    let isURL = input.contains("://")
    let first = input.prefix { $0 != "/" }
    let isAmbiguous = !isURL && first.contains(":")
    return (isAmbiguous ? "./" : "") + encoded(input, isReference: isURL)
  }

  /// Percent-encodes characters that a reference must not contain; in a path also `?`, `#` and `%`.
  private static func encoded(_ text: String, isReference: Bool) -> String {
    let allowed = Set("-._~!$&'()*+,;=:@/?#[]".utf8)
    var encoded = ""
    for byte in text.utf8 {
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      let isSpecial = !isReference && [UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      if isLetter || isDigit || (allowed.contains(byte) && !isSpecial)
        || (isReference && byte == UInt8(ascii: "%"))
      {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// Resolves a reference against a base that may be relative itself (RFC 3986, 5.2). `..` is kept, because it can lead
  /// out of the folder of the input.
  private static func resolve(_ reference: String, against base: String) -> String {
    let scheme = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if scheme.contains(":") { return reference }
    let path = base.prefix { $0 != "?" && $0 != "#" }
    let root = root(of: path)
    if reference.hasPrefix("//") { return root.prefix { $0 != "/" } + reference }
    if reference.hasPrefix("/") { return root + reference }
    guard let slash = path.dropFirst(root.count).lastIndex(of: "/") else {
      return root.isEmpty ? reference : "\(root)/\(reference)"
    }
    return path[...slash] + reference
  }

  /// The scheme and the authority of a URL; empty for a path.
  private static func root(of path: Substring) -> Substring {
    guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return "" }
    let authority = path[colon...].dropFirst(3)
    return path[..<(authority.firstIndex(of: "/") ?? path.endIndex)]
  }
}
