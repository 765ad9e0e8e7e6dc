/// A section from a PID of splice information (SCTE 35), with its position. Module `SCTE35` parses it.
public struct SpliceSection: Sendable, Hashable {
  /// The PID.
  public var pid: UInt16
  /// The first program whose map declares the PID.
  public var program: UInt16
  /// The position of the packet that ends the section.
  public var position: StreamPosition
  /// The bytes of the section, from `table_id` to the CRC, which is not checked.
  public var bytes: [UInt8]
  /// The reading of the program's clock when the section was passed on; nil if it is unknown.
  public var reading: PresentationClock.Reading?
  /// The program's latest raw PCR base, 33 bits, when the section was passed on; nil if it is unknown.
  public var programClock: Int64?
}

extension SpliceSection {
  /// The seconds from the section to a time stamp of its program; negative if the time stamp has passed, and nil if
  /// there is no reading. Frames are usually ahead of the PCR, so a time stamp between the two has not passed yet.
  package func lead(of pts: Int64) -> Double? {
    guard let reading else { return nil }
    var lead = Timestamp.difference(pts, reading.raw)
    if let programClock, reading.distance(to: programClock) <= PresentationClock.jumpLimit {
      lead = max(lead, Timestamp.difference(pts, programClock))
    }
    return Timestamp.inSeconds(lead)
  }
}

/// Assembles the sections of one PID with splice information.
struct SpliceStream {
  /// The first program whose map declares the PID.
  var program: UInt16
  private var assembler = SectionAssembler()
  private var lastCounter = PIDTables.noCounter

  /// `table_id` of a `splice_info_section`.
  private static let tableID: UInt8 = 0xFC

  init(program: UInt16) { self.program = program }

  /// Handles the next packet. Returns the splice sections that the packet completes.
  mutating func receive(_ packet: TransportPacket) -> [[UInt8]] {
    let counter = packet.continuityCounter
    let isRepeat = counter == lastCounter && !packet.hasDiscontinuity
    guard !isRepeat else { return [] }
    if lastCounter != PIDTables.noCounter, counter != (lastCounter + 1) & 0x0F {
      assembler.reset()
    }
    lastCounter = counter
    var sections: [[UInt8]] = []
    assembler.append(packet.payload, startsUnit: packet.startsUnit) { section in
      if section.first == Self.tableID { sections.append(section) }
    }
    return sections
  }

  /// Begins a part of the input: the counter of its first packet may have any value.
  mutating func beginPart() { lastCounter = PIDTables.noCounter }

  mutating func beginAfterHole() {
    assembler.reset()
    lastCounter = PIDTables.noCounter
  }
}
