/// Properties of the tables in force and of the packets around a PES packet. Players handle them in different ways.
package struct MultiplexFacts: Sendable, Hashable {
  /// The index of the program in the PAT, from 0; nil if it is unknown.
  package var programIndex: Int?
  /// Whether the PAT begins with the network entry (program 0).
  package var followsNetworkEntry = false
  /// Whether the CRC of the PMT in force is wrong.
  package var isMapDamaged = false
  /// Whether the PMT in force does not fit into one transport packet.
  package var isMapLong = false
  /// Whether a PMT declared the PID only after the PES packet had arrived.
  package var isDeclaredLater = false
  /// `stream_type` of the PID in the PMT in force; nil if it is not listed.
  package var streamType: UInt8?
  /// `stream_type` of each PID that the PMT in force lists before the PID.
  package var typesBefore: [UInt8] = []
  /// Whether the PMT in force lists the PID with stream_type 0x15, and also a lower PID of that type.
  package var isAfterLowerPID = false
  /// Whether the PMT in force lists the PID with stream_type 0x15, but none of the PIDs that first had this type.
  package var hasMoved = false
  /// Whether the PMT of another program was the first to list stream_type 0x15.
  package var followsOtherProgram = false
  /// `stream_type` of the program's audio and video streams from which a PTS has arrived; nil if unknown.
  package var arrivedMedia: Set<UInt8>?
  /// Whether a PMT that is not yet in force (`current_next_indicator` 0) has arrived.
  package var hasNextMap = false
  /// Whether the latest PMT is not yet in force, and its first PID of stream_type 0x15 is not that of the PES packet.
  package var isMovedByNextMap = false
  /// Whether a reader that skips a first PAT or PMT with a nonzero `pointer_field` would have no PMT yet.
  package var isMapSkipped = false
  /// Whether bytes are missing or extra since the start of the segment, so that the distance of the packet from the
  /// first one is not a multiple of the packet size.
  package var isOutOfStride = false
  /// The distance from one packet to the next in bytes: 188, 192 or 204.
  package var packetSize = TransportPacket.byteCount
  /// The largest number of consecutive bytes, after the input's first transport packet, in which no packet was found.
  package var longestSkip = 0
  /// The number of PES payload bytes in the first transport packet, negative if the PES header is larger than that
  /// packet's payload; nil if it is unknown.
  package var firstPacketBytes: Int?

  package init() {}
}

extension MultiplexFacts {
  /// Adds the facts about the packets around `position`. `first` is the position of the first packet of the part.
  mutating func read(_ packets: PacketSync, position: StreamPosition, first: StreamPosition?) {
    packetSize = packets.stride
    longestSkip = packets.longestSkip
    if let first, position.distance > first.distance {
      isOutOfStride = (position.distance - first.distance) % Int64(packetSize) != 0
    }
  }

  mutating func read(_ programs: ProgramList, program number: UInt16?, pid: UInt16) {
    guard let number, let index = programs.index(ofProgram: number) else { return }
    programIndex = index
    followsOtherProgram = programs.firstMetadataProgram.map { $0 != number } ?? false
    isMapDamaged = programs.list[index].isMapDamaged
    isMapLong = programs.list[index].isMapLong
    if let next = programs.list[index].nextMap {
      hasNextMap = true
      isMovedByNextMap = next.isLatest && next.metadataPID.map { $0 != pid } ?? false
    }
    if let map = programs.list[index].map {
      read(map, pid: pid, first: programs.list[index].firstMetadataPIDs)
    }
  }

  /// Adds the facts from a map about a PID. `first` has the PIDs of stream_type 0x15 in the first map that has any.
  private mutating func read(_ map: ProgramMap, pid: UInt16, first: Set<UInt16>) {
    guard let index = map.streams.firstIndex(where: { $0.pid == pid }) else { return }
    streamType = map.streams[index].type.rawValue
    typesBefore = map.streams[..<index].map(\.type.rawValue)
    let metadata = map.streams.filter { $0.type == .metadataInPES }.map(\.pid)
    isAfterLowerPID = metadata.contains(pid) && metadata.contains { $0 < pid }
    hasMoved =
      metadata.contains(pid) && !first.isEmpty && first.isDisjoint(with: metadata)
  }
}
