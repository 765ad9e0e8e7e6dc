import TransportStream

/// The tables of a stream, as they are written once.
struct ProgramTables: Sendable {
  /// A program map and its PID.
  struct PlacedMap: Sendable {
    /// The PID of the map.
    var pid: UInt16
    var map: ProgramMap
    /// Whether its CRC is written wrong.
    var hasWrongCRC = false
  }

  /// When tables are written.
  struct Moment: Sendable {
    /// How many times tables were due before, from 0.
    var index: Int
    /// Seconds from the start of the stream.
    var seconds: Double
    /// Whether that is in the segment that faults of one segment strike.
    var isInStruckSegment = false
  }

  var association: ProgramAssociation
  var maps: [PlacedMap]
  /// Whether the tables are left out this time.
  var areOmitted = false

  /// The number of the program with the tags.
  static let programNumber: UInt16 = 1

  /// The tables of a stream whose program `map` has no tags yet: declares timed ID3 on `id3PID` as
  /// Apple's specification asks, or not at all when `id3PID` is nil. Declares SCTE-35 on
  /// `splicePID` before it, or not at all.
  init(
    association: ProgramAssociation,
    map: ProgramMap,
    mapPID: UInt16,
    id3PID: UInt16?,
    splicePID: UInt16? = nil
  ) {
    self.association = association
    var map = map
    if let splicePID {
      map.descriptors.insert(.spliceRegistration, at: 0)
      map.streams.append(ElementaryStream(type: .spliceInformation, pid: splicePID))
    }
    if let id3PID {
      map.descriptors.insert(.id3MetadataPointer(programNumber: map.programNumber), at: 0)
      map.streams.append(
        ElementaryStream(type: .metadataInPES, pid: id3PID, descriptors: [.id3Metadata()])
      )
    }
    maps = [PlacedMap(pid: mapPID, map: map)]
  }

  /// The elementary stream with the tags, in the first map.
  var id3Stream: ElementaryStream? {
    get { maps.first?.map.streams.last }
    set {
      guard let count = maps.first?.map.streams.count, count > 0 else { return }
      maps[0].map.streams.removeLast()
      if let newValue { maps[0].map.streams.append(newValue) }
    }
  }

  /// The packets of all tables.
  func packets(writer: inout PacketWriter) -> [OutgoingPacket] {
    guard !areOmitted else { return [] }
    var packets = writer.packets(carryingSection: association.section.encoded, pid: 0)
    for placed in maps {
      var section = placed.map.section.encoded
      if placed.hasWrongCRC { section[section.count - 1] ^= 0xff }
      packets += writer.packets(carryingSection: section, pid: placed.pid)
    }
    return packets
  }
}
