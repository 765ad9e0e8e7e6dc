/// What the sieve does with the packets of a PID.
struct PIDRole: OptionSet {
  let rawValue: UInt8

  /// A program map declares it as audio or video: PES starts give up their PTS.
  static let frames = PIDRole(rawValue: 1 << 0)
  /// It carries PAT or PMT sections.
  static let tables = PIDRole(rawValue: 1 << 1)
  /// It carries ID3: its packets pass.
  static let metadata = PIDRole(rawValue: 1 << 2)
  /// It carries the PCR of a program.
  static let clock = PIDRole(rawValue: 1 << 3)
  /// Its payload looked like ID3 before any program map was seen: its packets are kept for now.
  static let candidate = PIDRole(rawValue: 1 << 4)
  /// A program map declares it as audio: tags are compared with its PTS.
  static let audio = PIDRole(rawValue: 1 << 5)
  /// A program map declares it as splice information: its sections are handed on.
  static let splices = PIDRole(rawValue: 1 << 6)
  /// Null packets.
  static let ignored = PIDRole(rawValue: 1 << 7)

  /// Every packet of such a PID is looked at, or none.
  static let watched =
    tables.rawValue | metadata.rawValue | candidate.rawValue | splices.rawValue | ignored.rawValue
}
