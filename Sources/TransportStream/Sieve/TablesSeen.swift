/// The tables that stood in one part of the input: what RFC 8216, 3.2 asks of a segment.
public struct TablesSeen: Sendable, Hashable {
  /// Whether a PAT stood in it.
  public internal(set) var hasAssociation = false
  /// Whether a PMT of every program stood in it. The programs are those of the latest PAT, which may
  /// have come in an earlier part.
  public internal(set) var hasEveryMap = false
  /// Whether its first two packets are a PAT and a PMT.
  public internal(set) var startsWithTables = false
  /// Programs that its PAT names; 0 without a PAT.
  public internal(set) var programCount = 0
  /// Whether a PMT in it declares an ID3 stream.
  public internal(set) var declaresID3 = false

  /// No tables.
  public init() {}
}

/// Collects the tables of the part in hand.
struct TableWatch {
  private(set) var seen = TablesSeen()
  private var mapped: Set<UInt16> = []
  private var latest: UInt16?
  /// Where the first packet of the part stands.
  private(set) var firstPacket: Int64?
  private var startsWithAssociation = false

  /// Whether the part's first packet has yet to be found.
  var awaitsFirstPacket: Bool { firstPacket == nil }

  /// Notes where the first packet of the part stands.
  mutating func begin(at offset: Int64) { firstPacket = offset }

  /// Notes a packet that starts a section.
  mutating func receive(pid: UInt16, offset: Int64, stride: Int) {
    guard let firstPacket else { return }
    if pid == 0, offset == firstPacket { startsWithAssociation = true }
    if pid != 0, startsWithAssociation, offset == firstPacket + Int64(stride) {
      seen.startsWithTables = true
    }
  }

  mutating func receiveAssociation() { seen.hasAssociation = true }

  /// Notes the map of a program: `declaresID3` is asked for once a part.
  mutating func receiveMap(program: UInt16, declaresID3: @autoclosure () -> Bool) {
    // Mostly it is the only program, and its map has come before.
    guard program != latest, mapped.insert(program).inserted else { return }
    latest = program
    if declaresID3() { seen.declaresID3 = true }
  }

  /// Ends the part. What was seen in it, given the programs that the association in force names.
  mutating func end(programs: [Program]) -> TablesSeen {
    var seen = seen
    seen.programCount = seen.hasAssociation ? programs.count : 0
    seen.hasEveryMap = !programs.isEmpty && programs.allSatisfy { mapped.contains($0.number) }
    self = TableWatch()
    return seen
  }
}
