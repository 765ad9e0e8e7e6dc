import Conformance
import Formats

extension SARIF {
  /// The rules of `check`, and after them those of what `--require` asks for.
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
        summary: "'\(presence.rawValue)' is there, as required.",
        help: "Find out why it is missing."
      )
    }

  /// The rule of what `--require` asks for, as the JUnit form names its case: none of the checker's.
  package static func ruleID(of presence: RequiredPresence) -> String {
    "require-\(presence.rawValue)"
  }

  /// Adds an input of `check`: a result for each finding, and for each thing required that is missing. The level of a
  /// result is the severity of its finding, also where `--strict` lets a warning fail the input: its
  /// verdict says so.
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
          message: "'\(missing.rawValue)' is required and is not there",
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

  /// The place in the media is in the message, since viewers show no other; what follows from rule and
  /// location does not.
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

/// URI references (RFC 3986) of what findings are in: the input, or a segment of a playlist.
package enum ArtifactURI {
  /// The URI of a place. The URI of a segment is relative to its playlist, and that to the input.
  static func of(_ place: Place, in report: CheckReport) -> String {
    let input = reference(to: report.input)
    guard let segment = place.segment else { return input }
    let playlist = place.rendition.flatMap { report.playlists[$0] }
    let base = playlist.map { resolve(encoded($0, isReference: true), against: input) } ?? input
    return resolve(encoded(segment, isReference: true), against: base)
  }

  /// An input as a reference: characters that are not permitted in one are percent-encoded. A colon in the
  /// first segment of a path would end a scheme, so that `./` is added before it (4.2).
  package static func reference(to input: String) -> String {
    let isURL = input.contains("://")
    let first = input.prefix { $0 != "/" }
    let isAmbiguous = !isURL && first.contains(":")
    return (isAmbiguous ? "./" : "") + encoded(input, isReference: isURL)
  }

  /// Percent-encodes what no reference may hold; of a path also what would end it.
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

  /// The resolved reference if `base` can be relative itself (5.2): `..` in it stays, since it can point out
  /// of the folder of the input.
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

  /// The scheme and the authority before a path; empty without.
  private static func root(of path: Substring) -> Substring {
    guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return "" }
    let authority = path[colon...].dropFirst(3)
    return path[..<(authority.firstIndex(of: "/") ?? path.endIndex)]
  }
}
