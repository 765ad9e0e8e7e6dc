import CLibFuzzer
import Glibc

/// Runs libFuzzer over one parser.
public enum Fuzzer {
  /// The test of one input: it traps, or calls ``fail(_:)``, when something is wrong.
  ///
  /// A C function, so it captures nothing. libFuzzer requires 0 as the result.
  public typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  /// Fuzzes with the options of the command line, and ends the process.
  ///
  /// SwiftPM gives every executable its own `main`, which replaces libFuzzer's `main`, so the
  /// target calls the driver. It also exports `LLVMFuzzerTestOneInput`, because the linker
  /// may have linked libFuzzer's `main` before it finds the executable's.
  public static func run(_ check: Check) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, check))
  }

  /// Prints the reason and ends the process, so that libFuzzer keeps the input.
  public static func fail(_ reason: String) -> Never {
    let line = Array("fuzz: \(reason)\n".utf8)
    // A closed standard error cannot be reported, and the process ends here.
    _ = write(STDERR_FILENO, line, line.count)
    abort()
  }
}
