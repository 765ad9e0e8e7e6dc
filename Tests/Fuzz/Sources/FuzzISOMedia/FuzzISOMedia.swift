import FuzzDriver

@testable import TimedMetadata

/// Reads boxes of any content; the same bytes in pieces must give the same events.
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

/// Checks one input: the first byte determines where the second part starts. The rest
/// follows a file type box, so that every input is read as ISO base media.
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
