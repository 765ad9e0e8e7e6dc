/// The name of a rule in kebab case, such as `cadence-gap`.
public struct RuleID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public var rawValue: String

  /// Makes a name from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of a rule from that of its type: `CadenceGap` gives `cadence-gap`, `PesPtsMissing`
  /// gives `pes-pts-missing`, `TsLeadingId3` gives `ts-leading-id3`.
  init(typeName: String) {
    var name = ""
    for character in typeName {
      if character.isUppercase, !name.isEmpty { name.append("-") }
      name += character.lowercased()
    }
    rawValue = name
  }

  /// The name.
  public var description: String { rawValue }
}

/// Rules whose names are used for notes of the reader.
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
