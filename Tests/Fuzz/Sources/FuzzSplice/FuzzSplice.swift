import FuzzDriver
import TimedMetadata
import TransportStream

/// Reads bytes as splice information (SCTE 35), on a separate PID and in an event message.
@main
enum FuzzSplice {
  static func main() { Fuzzer.run(fuzzOneInput) }

  private static let pid: UInt16 = 0x258
  private static let mapPID: UInt16 = 0x1000
  private static let audioPID: UInt16 = 0x101

  /// The input as a section with a matching length and a valid CRC, so that mutations reach the fields.
  static func section(_ input: [UInt8]) -> [UInt8] {
    let fields = input.prefix(4089)
    let length = fields.count + 4
    var section: [UInt8] = [0xFC, 0x30 | UInt8(length >> 8), UInt8(length & 0xFF)]
    section += fields
    let crc = PSISection.checksum(of: section)
    return section + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
  }

  /// A transport stream with the section after the first second of audio.
  static func stream(_ section: [UInt8]) -> [UInt8] {
    var writer = PacketWriter()
    let map = ProgramMap(
      programNumber: 1,
      pcrPID: audioPID,
      streams: [
        ElementaryStream(type: .adtsAAC, pid: audioPID),
        ElementaryStream(type: StreamType(rawValue: 0x86), pid: pid),
      ]
    )
    let association = ProgramAssociation(programs: [.init(programNumber: 1, pid: mapPID)])
    var packets = writer.packets(carryingSection: association.section.encoded, pid: 0)
    packets += writer.packets(carryingSection: map.section.encoded, pid: mapPID)
    for frame in 0..<10 {
      let pes = PESPacket(streamID: 0xC0, pts: 900_000 + Int64(frame) * 9000, payload: [0x55])
      packets += writer.packets(carrying: pes.encoded, pid: audioPID)
    }
    packets += writer.packets(carryingSection: section, pid: pid)
    return packets.flatMap(\.encoded)
  }

  /// A file with the section in an event message of version 1.
  static func message(_ section: [UInt8]) -> [UInt8] {
    func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      let size = UInt32(8 + body.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + body
    }
    let scheme = Array("urn:scte:scte35:2013:bin".utf8)
    let head: [UInt8] =
      [1, 0, 0, 0, 0, 1, 0x5F, 0x90] + [UInt8](repeating: 0, count: 8)
      + [UInt8](repeating: 0xFF, count: 4) + [0, 0, 0, 1]
    return box("ftyp", Array("iso6".utf8) + [0, 0, 0, 0])
      + box("emsg", head + scheme + [0, 0] + section)
  }

  /// The markers of an input, up to the first error.
  static func marks(_ bytes: [UInt8]) -> [TimelineMarker] {
    var marks: [TimelineMarker] = []
    do {
      let reader = try TimedMetadataReader(MemorySource(bytes, pieceSize: .max))
      while let event = try reader.next() {
        if case .marker(let mark) = event { marks.append(mark) }
      }
    } catch {
      return marks
    }
    return marks
  }

  static func check(_ input: [UInt8]) {
    let section = section(input)
    let onPID = marks(stream(section))
    for mark in onPID {
      guard mark.time?.isFinite == true, mark.duration ?? 0 >= 0 else {
        Fuzzer.fail("a mark without a time, or of a negative length")
      }
      guard mark.splice == section else { Fuzzer.fail("a mark with other bytes") }
    }
    let inMessage = marks(message(section))
    guard inMessage.map(\.announcement) == onPID.map(\.announcement) else {
      Fuzzer.fail("a message announces other than its section")
    }
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzSplice.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
