import NielsenTag
import TransportStream

/// Writes valid or invalid transport streams packet by packet, for tests.
public struct StreamBuilder {
  public static let mapPID: UInt16 = 0x1000
  public static let videoPID: UInt16 = 0x100
  public static let audioPID: UInt16 = 0x101
  public static let id3PID: UInt16 = 0x102

  public var writer = PacketWriter()
  public private(set) var packets: [OutgoingPacket] = []
  /// The bytes so far: all packets, and all bytes inserted between them.
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// The offset of the next packet.
  public var offset: Int64 { Int64(bytes.count) }

  // MARK: - Packets and bytes

  public mutating func append(_ packets: [OutgoingPacket]) {
    self.packets += packets
    for packet in packets { bytes += packet.encoded }
  }

  public mutating func append(raw: some Sequence<UInt8>) { bytes += raw }

  /// Appends the packets of a unit after `change` has modified them.
  public mutating func unit(
    _ unit: [UInt8],
    pid: UInt16,
    change: (inout [OutgoingPacket]) -> Void = { _ in }
  ) {
    var packets = writer.packets(carrying: unit, pid: pid)
    change(&packets)
    append(packets)
  }

  // MARK: - Tables

  public static func id3Stream(pid: UInt16 = id3PID) -> ElementaryStream {
    ElementaryStream(type: .metadataInPES, pid: pid, descriptors: [.id3Metadata()])
  }

  public static func map(
    program: UInt16 = 1,
    version: UInt8 = 0,
    pcrPID: UInt16 = videoPID,
    id3: [ElementaryStream] = [id3Stream()],
    audioPID: UInt16? = audioPID,
    videoPID: UInt16? = videoPID
  ) -> ProgramMap {
    var streams: [ElementaryStream] = []
    if let videoPID { streams.append(ElementaryStream(type: .h264, pid: videoPID)) }
    if let audioPID { streams.append(ElementaryStream(type: .adtsAAC, pid: audioPID)) }
    return ProgramMap(
      programNumber: program,
      version: version,
      pcrPID: pcrPID,
      descriptors: [.id3MetadataPointer(programNumber: program)],
      streams: streams + id3
    )
  }

  public mutating func association(
    _ programs: [(number: UInt16, mapPID: UInt16)] = [(1, mapPID)],
    version: UInt8 = 0
  ) {
    let table = ProgramAssociation(
      version: version,
      programs: programs.map { .init(programNumber: $0.number, pid: $0.mapPID) }
    )
    section(table.section.encoded, pid: 0)
  }

  public mutating func section(_ bytes: [UInt8], pid: UInt16) {
    append(writer.packets(carryingSection: bytes, pid: pid))
  }

  public mutating func map(_ map: ProgramMap, pid: UInt16 = mapPID) {
    section(map.section.encoded, pid: pid)
  }

  public mutating func tables(_ map: ProgramMap = map()) {
    association([(map.programNumber, Self.mapPID)])
    self.map(map)
  }

  // MARK: - PES

  /// Appends the PES packet of one audio frame, with arbitrary content.
  public mutating func audio(pts: Int64, pid: UInt16 = audioPID) {
    unit(
      PESPacket(streamID: 0xC0, pts: pts, payload: [UInt8](repeating: 0x55, count: 100)).encoded,
      pid: pid
    )
  }

  /// Appends the PES packet of one video frame, in several transport stream packets.
  public mutating func video(pts: Int64, pid: UInt16 = videoPID) {
    unit(
      PESPacket(streamID: 0xE0, pts: pts, payload: [UInt8](repeating: 0xAA, count: 1000)).encoded,
      pid: pid
    )
  }

  public mutating func pcr(_ base: Int64, pid: UInt16, isDiscontinuous: Bool = false) {
    var packet = writer.clockPacket(pcr: base * 300, pid: pid)
    packet.isDiscontinuous = isDiscontinuous
    append([packet])
  }

  public mutating func id3(
    _ payload: [UInt8],
    pts: Int64?,
    pid: UInt16 = id3PID,
    isDataAligned: Bool = true,
    streamID: UInt8 = PESHeader.privateStream1,
    length: PESPacket.Length = .exact,
    headerStuffing: Int = 0,
    change: (inout [OutgoingPacket]) -> Void = { _ in }
  ) {
    unit(
      PESPacket(
        streamID: streamID,
        pts: pts,
        isDataAligned: isDataAligned,
        length: length,
        headerStuffing: headerStuffing,
        payload: payload
      ).encoded,
      pid: pid,
      change: change
    )
  }

  // MARK: - Tags

  /// The payload S1 of the published synthetic vectors, whose last offset digits are `index`.
  public static func payload(_ index: Int) -> [UInt8] {
    let digits = String(100_000 + index % 100_000).dropFirst()
    let text =
      "www.nielsen.com/X100zdCIGeIlgZnkYj6UvQ==/oKGio6SlpqeoqaqrrK2urw==/AQECEBESExQVFhcYGRobHB0eHyAh"
      + "IiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl9fXTTN0IgZ"
      + "4iWBmeRiPpS9X100zdCIGeIlgZnkYj6UvWVT8QBlU_EKJQA=/00000/\(digits)/00"
    return Array(text.utf8)
  }

  /// A Nielsen tag of 271 bytes, which differs for each index.
  public static func tag(_ index: Int) -> [UInt8] {
    TagEnvelope.header + payload(index) + TagEnvelope.trailer
  }

  /// Appends one audio frame every 0.1 s from `start`, and `count` tags, one per second.
  public mutating func tags(_ count: Int, start: Int64 = 900_000, firstIndex: Int = 0) {
    for index in 0..<count {
      let second = start + Int64(index) * 90_000
      for tenth in 0..<10 { audio(pts: second + Int64(tenth) * 9000) }
      id3(Self.tag(firstIndex + index), pts: second + 9 * 9000)
    }
  }
}
