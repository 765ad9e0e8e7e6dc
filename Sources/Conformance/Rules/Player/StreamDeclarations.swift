import TimedMetadata

/// What the tables of a transport stream say about the PIDs of tags, as far as the reader noted that it is
/// unusual.
struct StreamDeclarations: Sendable {
  private struct PID: Hashable, Sendable {
    var rendition: String?
    var pid: Int?
  }

  private var faults: [PID: Set<String>] = [:]

  /// More PIDs than this are not told apart.
  private static let maximumCount = 4096
  /// The rules about declarations.
  private static let rules: Set<String> = [
    "pmt-stream-type", "pmt-metadata-descriptor", "pmt-metadata-pointer", "pmt-same-program",
  ]

  /// Takes the next note.
  mutating func receive(_ note: StreamNote) {
    let rule = note.id.rawValue
    guard Self.rules.contains(rule) else { return }
    let pid = PID(rendition: note.rendition, pid: note.pid)
    guard faults[pid] != nil || faults.count < Self.maximumCount else { return }
    faults[pid, default: []].insert(rule)
  }

  /// Whether the reader noted `rule` about the PID, or about the program that has no PID of its own in the
  /// note.
  func hasFault(_ rule: String, _ stream: StreamKey) -> Bool {
    let own = PID(rendition: stream.rendition, pid: stream.pid)
    let program = PID(rendition: stream.rendition, pid: nil)
    return faults[own]?.contains(rule) == true || faults[program]?.contains(rule) == true
  }
}

extension CheckedTag {
  /// Whether the tag travels in PES packets.
  var isInTransportStream: Bool { tag.carriage == .tsPES }

  /// Whether another tag stands in front of it in its PES.
  var isBehindAnotherTag: Bool { (tag.transport?.tagsInFront ?? 0) > 0 }

  /// Whether the map in force when it came names another ID3 PID in front of its own.
  var isBehindOtherPID: Bool { tag.transport?.isBehindOtherPID ?? false }

  /// Whether bytes of its PES stand in front of it.
  var isBehindOtherBytes: Bool {
    has(.pesMauHeader) || has(RuleID(rawValue: "pes-payload-start"))
  }

  /// Whether its PES was not declared by a PMT.
  var isUndeclared: Bool { has(.pmtUndeclared) }
}

/// Words that several players' rules share.
enum MissedFor {
  static let alignment = "data_alignment_indicator 0"
  static let size = "size not exact"
  static let notFirst = "not the first tag in its PES"
  static let streamType = "stream_type not 0x15"
  static let secondPID = "second ID3 PID"
  static let strippedHeader = "tag header stripped"
  static let repeatedID = "event id repeated"
  static let undeclared = "PID not declared as ID3"
  static let noOwner = "no PRIV frame with a Nielsen owner"
  static let notAtStart = "not at the first byte of its PES"
  static let repeatedCounter = "continuity counter repeated: taken for a duplicate and dropped"

  /// What to do about a reason, where it tells more than the rule of the player; nil: what the rule says.
  static func remedy(for reason: PlayerTally.Reason) -> String? {
    switch reason {
    case strippedHeader:
      "Pass the tag on from its first byte: FFmpeg 5.x and older cut its header off."
    case alignment: "Set data_alignment_indicator in the PES of each tag."
    case size: "Make the size in the header of the tag fit the PES that carries it."
    case notFirst: "Give every tag a PES packet of its own."
    case streamType: "Declare the PID of the tags with stream_type 0x15."
    case secondPID: "Name the PID of the tags in front of other ID3 PIDs, or use one PID."
    case undeclared: "Declare the PID of the tags in the PMT."
    case noOwner: "Pass on the PRIV frame of the tag with its owner."
    case notAtStart: "Let the tag begin at the first byte of its PES."
    case repeatedCounter: "Count the continuity counter up with every packet of the tags."
    case repeatedID: "Count the id of the event messages up."
    case _ where reason.hasPrefix("no tag in "):
      "Let the packager pass the tags on into the variant, or into each of its audio renditions."
    case _ where reason.hasPrefix("no PTS"): "Write a PTS into each PES."
    default: nil
    }
  }
}
