import ArgumentParser

/// Which part of a transport stream to read.
struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read only the program with this number.", valueName: "number")
  )
  var program: Int?

  @Option(
    help: ArgumentHelp(
      "Read only the elementary stream with this PID: 258, or 0x102.",
      valueName: "pid"
    ),
    transform: Self.parsePID
  )
  var pid: Int?

  func validate() throws {
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
  }

  /// A PID as reports print it: in decimal, or in hexadecimal after 0x.
  static func parsePID(_ text: String) throws -> Int {
    let isHexadecimal = text.lowercased().hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : Substring(text)
    // Int(_:radix:) takes a sign, which belongs before 0x, if anywhere.
    let isSigned = isHexadecimal && !(digits.first?.isHexDigit ?? false)
    guard !isSigned, let pid = Int(digits, radix: isHexadecimal ? 16 : 10) else {
      throw ValidationError("'\(text)' is not a PID: give a number such as 258 or 0x102.")
    }
    return pid
  }
}
