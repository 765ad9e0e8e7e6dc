import TimedMetadata

/// The unusual facts in the tables of a transport stream about the PIDs of tags, from the reader's notes.
struct StreamDeclarations: Sendable {
  private struct PID: Hashable, Sendable {
    var rendition: String?
    var pid: Int?
  }

  private var faults: [PID: Set<String>] = [:]

  /// More PIDs than this are not distinguished.
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

  /// Whether another tag comes before it in its PES.
  var isAfterAnotherTag: Bool { (tag.transport?.tagsInFront ?? 0) > 0 }

  /// Whether the map in force when it came names another ID3 PID before its own.
  var isAfterOtherPID: Bool { tag.transport?.isAfterOtherPID ?? false }

  /// Whether bytes of its PES come before it.
  var isAfterOtherBytes: Bool {
    has(.pesMauHeader) || has(RuleID(rawValue: "pes-payload-start"))
  }

  /// Whether its PES was not declared by a PMT.
  var isUndeclared: Bool { has(.pmtUndeclared) }
}
