import FuzzDriver
import ID3

/// Reads any bytes as a tag. The tag must be writable, and must be read back unchanged.
@main
enum FuzzID3 {
  static func main() { Fuzzer.run(fuzzOneInput) }

  static func check(_ input: ArraySlice<UInt8>) {
    do {
      var tag = try ID3Tag(parsing: input)
      // Issues are about the input, and a cut frame is not written.
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

/// Searches for a tag at every offset of an input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  for offset in input.indices where ID3Header(input[offset...]) != nil {
    FuzzID3.check(input[offset...])
  }
  return 0
}
