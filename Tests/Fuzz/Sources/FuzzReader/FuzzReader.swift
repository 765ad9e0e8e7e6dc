import FuzzDriver

@testable import TimedMetadata

/// Reads any bytes as an input, and as a transport stream; the same bytes in pieces must give the same events.
@main
enum FuzzReader {
  static func main() { Fuzzer.run(fuzzOneInput) }

  /// Reads the bytes as an input of any kind, and their two halves as segments of a transport stream.
  static func check(_ bytes: [UInt8]) {
    do {
      let reader = try TimedMetadataReader(MemorySource(bytes))
      while let event = try reader.next() {
        if case .tag(let tag) = event, tag.bytes.isEmpty { Fuzzer.fail("a tag without bytes") }
      }
    } catch {
      if error.code == .demuxer { Fuzzer.fail("libavformat gave up") }
    }
    let half = bytes.count / 2
    for segments in [[bytes], [Array(bytes[..<half]), Array(bytes[half...])]] {
      _ = Parsed.checked(segments) {
        TransportStreamParser(name: "fuzz", options: ReaderOptions())
      }
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
