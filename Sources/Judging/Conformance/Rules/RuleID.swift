/// The name of a rule in kebab case, such as `cadence-gap`.
public struct RuleID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name in kebab case.
  public var rawValue: String

  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the identifier of a rule from its type name: `CadenceGap` becomes `cadence-gap`,
  /// `TsLeadingId3` becomes `ts-leading-id3`.
  init(typeName: String) {
    var name = ""
    for character in typeName {
      if character.isUppercase, !name.isEmpty { name.append("-") }
      name += character.lowercased()
    }
    rawValue = name
  }

  /// The name in kebab case.
  public var description: String { rawValue }
}

/// The rules whose names the reader uses for its notes.
extension RuleID {
  static let pmtUndeclared = RuleID(rawValue: "pmt-undeclared")
  static let pesAlignment = RuleID(rawValue: "pes-alignment")
  static let pesLength = RuleID(rawValue: "pes-length")
  static let pesPtsMissing = RuleID(rawValue: "pes-pts-missing")
  static let pesStreamID = RuleID(rawValue: "pes-stream-id")
  static let pesMauHeader = RuleID(rawValue: "pes-mau-header")
  static let tagTruncated = RuleID(rawValue: "tag-truncated")
  static let strippedHeader = RuleID(rawValue: "ffmpeg-stripped-header")
  static let clockEstimated = RuleID(rawValue: "clock-estimated")
  static let emsgIDReuse = RuleID(rawValue: "emsg-id-reuse")
}
