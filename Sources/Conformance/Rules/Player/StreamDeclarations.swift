import TimedMetadata

/// What the tables of a transport stream say about the PIDs of tags, as far as the reader noted that it is
/// unusual, and which PID of a program had tags first.
struct StreamDeclarations: Sendable {
  private struct PID: Hashable, Sendable {
    var rendition: String?
    var pid: Int?
  }

  private struct Owner: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  private var faults: [PID: Set<String>] = [:]
  private var firstPIDs: [Owner: Int] = [:]

  /// More PIDs or programs than this are not told apart.
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

  /// Takes the next tag.
  mutating func receive(_ tag: CheckedTag) {
    guard tag.stream.carriage == .tsPES, let pid = tag.stream.pid else { return }
    let owner = Owner(rendition: tag.stream.rendition, program: tag.stream.program)
    guard firstPIDs[owner] == nil, firstPIDs.count < Self.maximumCount else { return }
    firstPIDs[owner] = pid
  }

  /// Whether the reader noted `rule` about the PID, or about the program that has no PID of its own in the
  /// note.
  func hasFault(_ rule: String, _ stream: StreamKey) -> Bool {
    let own = PID(rendition: stream.rendition, pid: stream.pid)
    let program = PID(rendition: stream.rendition, pid: nil)
    return faults[own]?.contains(rule) == true || faults[program]?.contains(rule) == true
  }

  /// Whether another PID of the program had tags before this one.
  func isSecondPID(_ stream: StreamKey) -> Bool {
    guard stream.carriage == .tsPES else { return false }
    let owner = Owner(rendition: stream.rendition, program: stream.program)
    guard let first = firstPIDs[owner] else { return false }
    return first != stream.pid
  }
}

extension CheckedTag {
  /// Whether the tag travels in PES packets.
  var isInTransportStream: Bool { tag.carriage == .tsPES }

  /// Whether another tag stands in front of it in its PES.
  var isBehindAnotherTag: Bool { (tag.transport?.tagsInFront ?? 0) > 0 }

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
  static let undeclared = "PID in no PMT"
  static let noOwner = "no PRIV frame with a Nielsen owner"
  static let notAtStart = "not at the first byte of its PES"
}
