import FuzzDriver
import NielsenTag

@testable import TimedMetadata

/// Searches bytes for payload strings. Input in pieces must give the same events as whole input, and every payload in
/// plain text must be found.
@main
enum FuzzText {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func check(_ bytes: [UInt8]) {
    let parsed = Parsed.checked([bytes]) {
      PayloadTextParser(name: "fuzz", options: ReaderOptions(readsText: true))
    }
    if let failure = parsed.failure { Fuzzer.fail("a text was refused: \(failure)") }
    var offsets: Set<Int64> = []
    for tag in parsed.tags {
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

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzText.check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
