import FuzzDriver

@testable import TimedMetadata

/// Parses bytes as boxes of ISO base media. Input in pieces must give the same events as whole input.
@main
enum FuzzISOMedia {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func check(_ bytes: [UInt8], firstPart: Int) {
    let border = min(firstPart, bytes.count)
    let parsed = Parsed.checked([Array(bytes[..<border]), Array(bytes[border...])]) {
      ISOMediaParser(options: ReaderOptions())
    }
    for tag in parsed.tags {
      if tag.bytes.isEmpty { Fuzzer.fail("a tag without bytes") }
      if tag.time.map({ !$0.isFinite }) ?? true { Fuzzer.fail("a tag without a time") }
    }
  }
}

/// Checks one input. The first byte determines where the second segment starts. A file type box precedes the other
/// bytes, so that every input is parsed as ISO base media.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let part = input.first else { return 0 }
  let fileType: [UInt8] = [0, 0, 0, 16] + Array("ftypiso6".utf8) + [0, 0, 0, 0]
  FuzzISOMedia.check(
    fileType + input.dropFirst(),
    firstPart: part == 0 ? .max : fileType.count + Int(part) * 8
  )
  return 0
}
