import TransportStream

/// The tables of a stream. A fault can change them each time they are written.
struct ProgramTables: Sendable {
  struct PlacedMap: Sendable {
    var pid: UInt16
    var map: ProgramMap
    var hasWrongCRC = false
  }

  struct Section: Sendable {
    var pid: UInt16
    var bytes: [UInt8]
  }

  struct Moment: Sendable {
    var index: Int
    var seconds: Double
    /// Whether a fault that affects one segment affects the current segment.
    var isInStruckSegment = false
  }

  var association: ProgramAssociation
  var maps: [PlacedMap]
  /// Whether no table is written on this occasion.
  var areOmitted = false

  /// The number of the program that contains the tags.
  static let programNumber: UInt16 = 1

  /// Adds tags and SCTE-35 to the tables of a program: SCTE-35 on `splicePID`, then timed ID3 on `id3PID`, declared as
  /// Apple's specification requires. A nil PID is not declared.
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

  /// The elementary stream of the tags, which is the last one in the first map.
  var id3Stream: ElementaryStream? {
    get { maps.first?.map.streams.last }
    set {
      guard let count = maps.first?.map.streams.count, count > 0 else { return }
      maps[0].map.streams.removeLast()
      if let newValue { maps[0].map.streams.append(newValue) }
    }
  }

  /// All encoded tables. Empty if they are omitted.
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
