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
