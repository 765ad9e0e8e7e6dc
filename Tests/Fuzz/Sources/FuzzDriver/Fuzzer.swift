import CLibFuzzer
import Glibc

/// Runs libFuzzer over one parser.
public enum Fuzzer {
  /// Tests one input. A check that fails traps, or calls ``fail(_:)``.
  ///
  /// The function is a C function, which cannot capture variables. libFuzzer requires 0 as its result.
  public typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  /// Runs libFuzzer with the options of the command line, and ends the process.
  ///
  /// An executable of SwiftPM has its own `main`, which replaces libFuzzer's `main`, so each fuzzer calls this
  /// function.
  /// Each fuzzer also exports `LLVMFuzzerTestOneInput`, because the linker may have linked libFuzzer's `main` before it
  /// finds the executable's.
  public static func run(_ check: Check) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, check))
  }

  /// Prints the reason and aborts the process, so that libFuzzer stores the input.
  public static func fail(_ reason: String) -> Never {
    let line = Array("fuzz: \(reason)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
  }
}
