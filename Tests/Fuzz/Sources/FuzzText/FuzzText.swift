import FuzzDriver
import NielsenTag
import TimedMetadata

/// Reads any bytes as a text; the same bytes in pieces must give the same events, and every payload
/// that is there in plain text must be found.
@main
enum FuzzText {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func read(_ bytes: [UInt8], pieceSize: Int) -> [TimedMetadataEvent] {
    var events: [TimedMetadataEvent] = []
    do {
      let reader = try TimedMetadataReader(
        MemorySource(bytes, pieceSize: pieceSize),
        options: ReaderOptions(readsText: true)
      )
      while let event = try reader.next() { events.append(event) }
    } catch {
      if !bytes.isEmpty { Fuzzer.fail("a text was refused: \(error)") }
    }
    return events
  }

  static func check(_ bytes: [UInt8]) {
    let whole = read(bytes, pieceSize: .max)
    guard read(bytes, pieceSize: 1 + bytes.count / 7) == whole else {
      Fuzzer.fail("pieces give other events than the whole")
    }
    var offsets: Set<Int64> = []
    for case .tag(let tag) in whole {
      guard let offset = tag.offset, let line = tag.line else { Fuzzer.fail("a tag without place") }
      offsets.insert(offset)
      guard NielsenPayload.occurrences(in: tag.bytes) == [0..<NielsenPayload.byteCount] else {
        Fuzzer.fail("a tag that is no payload")
      }
      let lines = bytes.prefix(Int(offset)).count { $0 == UInt8(ascii: "\n") }
      if line != lines + 1 { Fuzzer.fail("line \(line) is line \(lines + 1)") }
    }
    for range in NielsenPayload.occurrences(in: bytes)
    where !offsets.contains(Int64(range.lowerBound)) {
      Fuzzer.fail("a payload was not found")
    }
  }
}

/// Checks one input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzText.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
