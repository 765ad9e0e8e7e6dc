import StreamMaker
import Testing
import TransportStream

/// A transport stream, parsed packet by packet independently of the code that made it.
struct WalkedStream {
  struct Packet: Equatable {
    var offset: Int
    var bytes: [UInt8]

    var pid: UInt16 { UInt16(bytes[1] & 0x1f) << 8 | UInt16(bytes[2]) }
    var startsUnit: Bool { bytes[1] & 0x40 != 0 }
    var hasError: Bool { bytes[1] & 0x80 != 0 }
    var scrambling: UInt8 { bytes[3] >> 6 }
    var counter: UInt8 { bytes[3] & 15 }
    var hasPayload: Bool { bytes[3] & 0x10 != 0 }
    var payload: ArraySlice<UInt8> {
      guard hasPayload else { return [] }
      return bytes[(bytes[3] & 0x20 == 0 ? 4 : 5 + Int(bytes[4]))...]
    }
    /// The clock reference, in 90 kHz ticks.
    var pcr: Int64? {
      guard bytes[3] & 0x20 != 0, bytes[4] > 6, bytes[5] & 0x10 != 0 else { return nil }
      return bytes[6..<10].reduce(0) { $0 << 8 | Int64($1) } << 1 | Int64(bytes[10] >> 7)
    }
  }

  struct PES: Equatable {
    var offset: Int
    var streamID: UInt8
    var length: Int
    var isAligned: Bool
    var flags: UInt8
    var pts: Int64?
    var dts: Int64?
    var payload: [UInt8]
    /// The number of bytes after the length field.
    var rest: Int
  }

  struct Section: Equatable {
    var pid: UInt16
    /// The number of packets before the first packet of the section.
    var position: Int
    var bytes: [UInt8]
    var table: PSISection
    var hasValidCRC: Bool { PSISection.hasValidCRC(bytes) }
  }

  var packets: [Packet] = []
  var leading: [UInt8] = []
  var junk: [(offset: Int, bytes: [UInt8])] = []

  /// Parses packets of 188 bytes. Other bytes are kept in `leading` and `junk`.
  init(_ bytes: [UInt8], stride size: Int = 188) {
    var position = 0
    var skipped: [UInt8] = []
    func isSync(_ offset: Int) -> Bool { offset >= bytes.count || bytes[offset] == 0x47 }
    while position + 188 <= bytes.count {
      // After a loss of sync, three consecutive packets are required.
      let isFound = isSync(position + size) && isSync(position + 2 * size)
      guard isSync(position), isFound || (skipped.isEmpty && !packets.isEmpty) else {
        skipped.append(bytes[position])
        position += 1
        continue
      }
      if !skipped.isEmpty {
        if packets.isEmpty {
          leading = skipped
        } else {
          junk.append((position - skipped.count, skipped))
        }
        skipped = []
      }
      packets.append(Packet(offset: position, bytes: Array(bytes[position..<position + 188])))
      position += size
    }
    sections = findSections()
  }

  func packets(_ pid: UInt16) -> [Packet] { packets.filter { $0.pid == pid } }

  /// The program association and program map sections, in the order of their first packets.
  private(set) var sections: [Section] = []

  private func findSections() -> [Section] {
    packets.enumerated().compactMap { index, packet in
      guard packet.startsUnit, packet.hasPayload, packet.payload.first == 0 else { return nil }
      let payload = Array(packet.payload.dropFirst())
      guard payload.first == 0 || payload.first == 2, packet.pid != 0x11 else { return nil }
      var unit = payload
      for next in packets[(index + 1)...] {
        let size = 3 + (Int(unit[1] & 15) << 8 | Int(unit[2]))
        if unit.count >= size || next.startsUnit { break }
        if next.pid == packet.pid { unit += next.payload }
      }
      let size = 3 + (Int(unit[1] & 15) << 8 | Int(unit[2]))
      guard unit.count >= size, let table = PSISection(unit) else { return nil }
      return Section(
        pid: packet.pid,
        position: index,
        bytes: Array(unit.prefix(size)),
        table: table
      )
    }
  }

  var associations: [ProgramAssociation] { sections.compactMap { ProgramAssociation($0.table) } }

  func maps(_ program: UInt16 = 1) -> [ProgramMap] {
    sections.compactMap { ProgramMap($0.table) }.filter { $0.programNumber == program }
  }

  /// The PES packets of a PID. Scrambled, damaged and repeated packets are skipped.
  func pes(_ pid: UInt16 = 0x102) -> [PES] {
    var units: [(offset: Int, bytes: [UInt8])] = []
    var last: UInt8?
    for packet in packets(pid) where packet.hasPayload {
      guard !packet.hasError, packet.scrambling == 0, packet.counter != last else { continue }
      last = packet.counter
      if packet.startsUnit {
        units.append((packet.offset, Array(packet.payload)))
      } else if !units.isEmpty {
        units[units.count - 1].bytes += packet.payload
      }
    }
    return units.map { Self.parse($0.bytes, offset: $0.offset) }
  }

  private static func parse(_ bytes: [UInt8], offset: Int) -> PES {
    let flags = bytes[7] >> 6
    func stamp(_ start: Int) -> Int64 {
      Int64(bytes[start] >> 1 & 7) << 30 | Int64(bytes[start + 1]) << 22
        | Int64(bytes[start + 2] >> 1) << 15 | Int64(bytes[start + 3]) << 7
        | Int64(bytes[start + 4] >> 1)
    }
    return PES(
      offset: offset,
      streamID: bytes[3],
      length: Int(bytes[4]) << 8 | Int(bytes[5]),
      isAligned: bytes[6] & 4 != 0,
      flags: flags,
      pts: flags & 2 != 0 ? stamp(9) : nil,
      dts: flags == 3 ? stamp(14) : nil,
      payload: Array(bytes[(9 + Int(bytes[8]))...]),
      rest: bytes.count - 6
    )
  }

  /// The payloads of the PES packets that carry tags.
  var tags: [[UInt8]] { pes().map(\.payload) }

  /// All packets except those of tables and of the given PIDs.
  func others(without pids: Set<UInt16> = [0x102]) -> [[UInt8]] {
    let tables = Set(sections.map(\.pid)).union(pids)
    return packets.filter { !tables.contains($0.pid) }.map(\.bytes)
  }

  /// The packets with payload whose continuity counter does not follow the previous one.
  var continuityGaps: [(pid: UInt16, offset: Int)] {
    var last: [UInt16: UInt8] = [:]
    return packets.compactMap { packet in
      defer { last[packet.pid] = packet.counter }
      guard let previous = last[packet.pid], packet.hasPayload else { return nil }
      let expected = (previous + 1) & 15
      return packet.counter == expected ? nil : (packet.pid, packet.offset)
    }
  }
}

func make(_ options: StreamMakerOptions) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try StreamMaker(options).write { bytes.append(contentsOf: $0) }
  return bytes
}

/// A stream without media, and the same stream with a fault.
struct Pair {
  var clean: WalkedStream
  var faulty: WalkedStream

  init(_ fault: String, minutes: Double = 2) throws {
    let fault = try #require(Fault(fault))
    clean =
      minutes == 2
      ? Self.twoMinutes : WalkedStream(try make(StreamMakerOptions(minutes: minutes, seed: 3)))
    faulty = WalkedStream(try make(StreamMakerOptions(minutes: minutes, seed: 3, fault: fault)))
  }

  /// The clean stream of two minutes. Empty if it cannot be made.
  private static let twoMinutes = WalkedStream(
    (try? make(StreamMakerOptions(minutes: 2, seed: 3))) ?? []
  )

  /// The indices of the tags that differ. Nil if the streams have different numbers of tags.
  var changedTags: [Int]? {
    guard clean.tags.count == faulty.tags.count else { return nil }
    return clean.tags.indices.filter { clean.tags[$0] != faulty.tags[$0] }
  }

  /// Whether everything except tags and tables is equal.
  var hasSameRest: Bool { clean.others() == faulty.others() }

  var hasSameTables: Bool { clean.sections.map(\.bytes) == faulty.sections.map(\.bytes) }

  /// Whether PES headers, except their lengths, are equal.
  var hasSameHeaders: Bool {
    let header = { (pes: WalkedStream.PES) in
      [Int64(pes.streamID), pes.isAligned ? 1 : 0, Int64(pes.flags), pes.pts ?? -1]
    }
    return clean.pes().map(header) == faulty.pes().map(header)
  }
}
