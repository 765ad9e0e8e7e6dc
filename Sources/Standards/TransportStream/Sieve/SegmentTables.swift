/// The tables in one part of the input. RFC 8216, 3.2 requires them in a segment or its EXT-X-MAP.
public struct SegmentTables: Sendable, Hashable {
  /// Whether the part contains a PAT.
  public var hasPAT = false
  /// Whether the part contains a PMT of every program of the latest PAT, which may be in an earlier part.
  public var hasPMT = false
  /// Whether the part's first two packets are a PAT and a PMT.
  public var startsWithTables = false
  /// The number of programs in the part's PAT; 0 if there is no PAT.
  public var programs = 0
  /// Whether, for any program, the first PMT in the part declares an ID3 stream.
  public var declaresID3 = false
}

/// Collects the tables of the current part.
struct TableWatch {
  private(set) var seen = SegmentTables()
  private var mapped: Set<UInt16> = []
  private var latest: UInt16?
  private(set) var firstPacket: StreamPosition?
  private var startsWithAssociation = false

  var awaitsFirstPacket: Bool { firstPacket == nil }

  mutating func begin(at position: StreamPosition) { firstPacket = position }

  mutating func receive(pid: UInt16, position: StreamPosition, stride: Int) {
    guard let firstPacket else { return }
    if pid == 0, position == firstPacket { startsWithAssociation = true }
    if pid != 0, startsWithAssociation, position == firstPacket.advanced(by: Int64(stride)) {
      seen.startsWithTables = true
    }
  }

  mutating func receiveAssociation() { seen.hasPAT = true }

  /// Records the map of a program. `declaresID3` is evaluated only for the program's first map in the part.
  mutating func receiveMap(program: UInt16, declaresID3: @autoclosure () -> Bool) {
    guard program != latest, mapped.insert(program).inserted else { return }
    latest = program
    if declaresID3() { seen.declaresID3 = true }
  }

  /// Ends the part, and returns its tables. `programs` are those of the association in force.
  mutating func end(programs: [Program]) -> SegmentTables {
    var seen = seen
    seen.programs = seen.hasPAT ? programs.count : 0
    seen.hasPMT = !programs.isEmpty && programs.allSatisfy { mapped.contains($0.number) }
    self = TableWatch()
    return seen
  }
}
