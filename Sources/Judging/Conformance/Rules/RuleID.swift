/// The name of a rule in kebab case, such as `cadence-gap`.
public struct RuleID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name in kebab case.
  public var rawValue: String

  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates an identifier from a literal: `options.rules["cadence-gap"]`.
  public init(stringLiteral value: String) { rawValue = value }

  /// The name in kebab case.
  public var description: String { rawValue }
}

/// Names of rules that the reader also uses for its notes.
extension RuleID {
  static let pmtUndeclared: RuleID = "pmt-undeclared"
  static let pesAlignment: RuleID = "pes-alignment"
  static let pesLength: RuleID = "pes-length"
  static let pesPtsMissing: RuleID = "pes-pts-missing"
  static let pesStreamID: RuleID = "pes-stream-id"
  static let pesMauHeader: RuleID = "pes-mau-header"
  static let tagTruncated: RuleID = "tag-truncated"
  static let strippedHeader: RuleID = "ffmpeg-stripped-header"
  static let clockEstimated: RuleID = "clock-estimated"
  static let emsgIDReuse: RuleID = "emsg-id-reuse"
}
