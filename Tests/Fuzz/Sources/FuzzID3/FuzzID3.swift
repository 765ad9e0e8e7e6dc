import FuzzDriver
import ID3

/// Parses bytes as an ID3 tag. A parsed tag must be encodable, and its encoding must parse to an equal tag.
@main
enum FuzzID3 {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func check(_ input: ArraySlice<UInt8>) {
    do {
      var tag = try ID3Tag(parsing: input)
      // Issues describe the input, and a truncated frame is not encoded.
      tag.issues = []
      tag.truncatedFrame = nil
      let encoded = try tag.encoded()
      var again = try ID3Tag(parsing: encoded)
      again.issues = []
      guard again == tag else { Fuzzer.fail("what was written reads back as another tag") }
      guard try again.encoded() == encoded else { Fuzzer.fail("a tag is written in two ways") }
    } catch  where error.code == .compressedTag {
      return
    } catch {
      Fuzzer.fail("\(error)")
    }
  }
}

/// Parses a tag at every offset of an input at which an ID3 header starts.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  for offset in input.indices where ID3Header(input[offset...]) != nil {
    FuzzID3.check(input[offset...])
  }
  return 0
}
