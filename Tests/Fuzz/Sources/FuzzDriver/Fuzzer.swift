import CLibFuzzer
import Glibc

/// Runs libFuzzer over one parser.
public enum Fuzzer {
  /// The test of one input: it traps, or calls ``fail(_:)``, when something is wrong.
  ///
  /// A C function, so it captures nothing. libFuzzer requires 0 as the result.
  public typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  /// Fuzzes as the command line says, and ends the process.
  ///
  /// SwiftPM gives every executable a `main` of its own, which displaces that of libFuzzer: so the
  /// target calls the driver. It also exports `LLVMFuzzerTestOneInput`, because the linker
  /// may have taken libFuzzer's `main` in before it learns of the other.
  public static func run(_ check: Check) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, check))
  }

  /// Says what is wrong and ends the process, so that libFuzzer keeps the input.
  public static func fail(_ reason: String) -> Never {
    let line = Array("fuzz: \(reason)\n".utf8)
    // Nothing to do about a closed stderr: the process ends here.
    _ = write(STDERR_FILENO, line, line.count)
    abort()
  }
}
