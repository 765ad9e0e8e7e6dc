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

  /// A table as it is written.
  struct Section: Sendable {
    var pid: UInt16
    var bytes: [UInt8]
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

  /// All tables as they are written.
  var sections: [Section] {
    guard !areOmitted else { return [] }
    return [Section(pid: 0, bytes: association.section.encoded)]
      + maps.map { placed in
        var section = Section(pid: placed.pid, bytes: placed.map.section.encoded)
        if placed.hasWrongCRC { section.bytes[section.bytes.count - 1] ^= 0xff }
        return section
      }
  }
}
