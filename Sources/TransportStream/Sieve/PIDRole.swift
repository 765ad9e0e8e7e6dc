/// The role of a PID, which decides how the sieve handles its packets.
struct PIDRole: OptionSet {
  let rawValue: UInt8

  /// A program map declares it as audio or video: the PTS of PES starts are read.
  static let frames = PIDRole(rawValue: 1 << 0)
  /// It carries PAT or PMT sections.
  static let tables = PIDRole(rawValue: 1 << 1)
  /// It carries ID3: its packets are passed on.
  static let metadata = PIDRole(rawValue: 1 << 2)
  /// It carries the PCR of a program.
  static let clock = PIDRole(rawValue: 1 << 3)
  /// Its payload looked like ID3 before any program map arrived: its packets are kept for now.
  static let candidate = PIDRole(rawValue: 1 << 4)
  /// A program map declares it as audio: tags are compared with its PTS.
  static let audio = PIDRole(rawValue: 1 << 5)
  /// A program map declares it as splice information: its sections are passed on.
  static let splices = PIDRole(rawValue: 1 << 6)
  /// Null packets.
  static let ignored = PIDRole(rawValue: 1 << 7)

  /// PIDs of which all packets are inspected, or none.
  static let watched =
    tables.rawValue | metadata.rawValue | candidate.rawValue | splices.rawValue | ignored.rawValue
}
