@_spi(Fuzzing) import DASH
import FuzzDriver

/// Parses the bytes before the first NUL as a DASH manifest, and the bytes after it as a segment index.
@main
enum FuzzManifest {
  static func main() { Fuzzer.run(fuzzOneInput) }
}

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  if let fault = ManifestExercise.fault(bytes) { Fuzzer.fail(fault) }
  return 0
}
