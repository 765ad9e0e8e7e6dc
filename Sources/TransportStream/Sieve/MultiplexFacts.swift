/// What the tables in force and the packets around a PES packet say beside ISO/IEC 13818-1: players differ in
/// what they make of it.
package struct MultiplexFacts: Sendable, Hashable {
  /// The place of the program in the PAT, from 0; nil when no PAT names it.
  package var programIndex: Int?
  /// The PAT begins with the entry of the network (program 0).
  package var followsNetworkEntry = false
  /// The CRC of the PMT in force is wrong.
  package var isMapDamaged = false
  /// The PMT in force is longer than one transport packet.
  package var isMapLong = false
  /// A PMT declared the PID only after the PES packet had come.
  package var isDeclaredLater = false
  /// `stream_type` of the PID in the PMT in force; nil when that does not name it.
  package var streamType: UInt8?
  /// The PMT in force names E-AC-3 (0x87) before the PID.
  package var followsEnhancedAC3 = false
  /// The PMT in force names a lower PID of stream_type 0x15.
  package var isBehindLowerPID = false
  /// An earlier PMT named other PIDs of stream_type 0x15, none of which is in force.
  package var hasMoved = false
  /// A PMT of another program named ID3 first.
  package var followsOtherProgram = false
  /// The PMT in force names audio or video.
  package var hasMedia = true
  /// Bytes are missing or too many since the start of the segment: the packet does not stand a multiple of
  /// the packet size behind its first one.
  package var isOutOfStride = false
  /// Bytes from one packet to the next: 188, 192 or 204.
  package var packetSize = TransportPacket.byteCount
  /// The most bytes before it that no packet could be found in.
  package var longestSkip = 0
  /// Bytes of the PES payload in its first transport packet; nil when the header was cut off.
  package var firstPacketBytes: Int?

  /// Nothing unusual.
  package init() {}
}

extension MultiplexFacts {
  /// Takes what the packets around the one at `offset` say. `first`: where the first packet of the part stands.
  mutating func read(_ packets: PacketAlignment, offset: Int64, first: Int64?) {
    packetSize = packets.stride
    longestSkip = packets.longestSkip
    if let first, offset > first {
      isOutOfStride = (offset - first) % Int64(packetSize) != 0
    }
  }

  /// Takes what the maps in force say of a PID of a program.
  mutating func read(_ programs: ProgramList, program number: UInt16?, pid: UInt16) {
    guard let number, let index = programs.index(ofProgram: number) else { return }
    programIndex = index
    followsOtherProgram = programs.firstMetadataProgram.map { $0 != number } ?? false
    isMapDamaged = programs.list[index].isMapDamaged
    isMapLong = programs.list[index].isMapLong
    if let map = programs.list[index].map {
      read(map, pid: pid, first: programs.list[index].firstMetadataPIDs)
    }
  }

  /// Takes what a map says of a PID. `first`: the PIDs of stream_type 0x15 in the first map that has any.
  private mutating func read(_ map: ProgramMap, pid: UInt16, first: Set<UInt16>) {
    hasMedia = map.streams.contains { $0.kind != .other }
    guard let index = map.streams.firstIndex(where: { $0.pid == pid }) else { return }
    streamType = map.streams[index].type.rawValue
    followsEnhancedAC3 = map.streams[..<index].contains { $0.type == .enhancedAC3 }
    let metadata = map.streams.filter { $0.type == .metadataInPES }.map(\.pid)
    isBehindLowerPID = metadata.contains(pid) && metadata.contains { $0 < pid }
    hasMoved =
      metadata.contains(pid) && !first.isEmpty && first.isDisjoint(with: metadata)
  }
}
