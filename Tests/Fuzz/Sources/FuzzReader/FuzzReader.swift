import FuzzDriver

@testable import TimedMetadata

/// Reads bytes as an input of any kind, and as a transport stream. A transport stream in pieces must give the same
/// events as a whole one.
@main
enum FuzzReader {
  static func main() { Fuzzer.run(fuzzOneInput) }

  /// Reads the bytes as an input of any kind, and as one or two segments of a transport stream.
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

  /// The input as packets that start with a sync byte, so that mutations reach the fields of packets.
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

/// Checks one input. The first byte determines whether the other bytes are divided into packets.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let rest = input.dropFirst()
  FuzzReader.check(mode & 1 == 0 ? Array(rest) : FuzzReader.packets(rest))
  return 0
}
