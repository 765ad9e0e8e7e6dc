@_spi(Fuzzing) import DASH
import FuzzDriver

/// Reads any bytes as a manifest of DASH; what follows a NUL is a segment index.
@main
enum FuzzManifest {
  static func main() { Fuzzer.run(fuzzOneInput) }
}

/// Checks one input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  if let fault = ManifestExercise.fault(bytes) { Fuzzer.fail(fault) }
  return 0
}
