import FuzzDriver
import TimedMetadata

/// Reads any bytes as an input; the same bytes in pieces must give the same events.
@main
enum FuzzReader {
  static func main() { Fuzzer.run(fuzzOneInput) }

  enum Outcome: Equatable {
    case ended([TimedMetadataEvent])
    case failed([TimedMetadataEvent], TimedMetadataError)
  }

  static func read(_ bytes: [UInt8], pieceSize: Int) -> Outcome {
    var events: [TimedMetadataEvent] = []
    do {
      let reader = try TimedMetadataReader(MemorySource(bytes, pieceSize: pieceSize))
      while let event = try reader.next() { events.append(event) }
      return .ended(events)
    } catch {
      return .failed(events, error)
    }
  }

  static func check(_ bytes: [UInt8]) {
    let whole = read(bytes, pieceSize: .max)
    guard read(bytes, pieceSize: 1 + bytes.count / 3) == whole else {
      Fuzzer.fail("pieces give other events than the whole")
    }
    guard case .ended(let events) = whole else { return }
    for case .tag(let tag) in events where tag.bytes.isEmpty {
      Fuzzer.fail("a tag without bytes")
    }
  }

  /// The input in packets that all have their sync byte, so that mutations reach what is inside.
  static func packets(_ input: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: input.startIndex, to: input.endIndex, by: 187) {
      let packet = input[start..<min(start + 187, input.endIndex)]
      bytes.append(0x47)
      bytes += packet
      bytes += [UInt8](repeating: 0xFF, count: 187 - packet.count)
    }
    return bytes
  }
}

/// Checks one input: its first byte says whether the rest is taken as it is or cut into packets.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let rest = input.dropFirst()
  FuzzReader.check(mode & 1 == 0 ? Array(rest) : FuzzReader.packets(rest))
  return 0
}
