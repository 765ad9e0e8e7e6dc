import ArgumentParser

/// Which part of a transport stream to read.
struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read only the program with this number.", valueName: "number")
  )
  var program: Int?

  @Option(help: ArgumentHelp("Read only the elementary stream with this PID.", valueName: "pid"))
  var pid: Int?

  func validate() throws {
    if let program, !(0...0xffff).contains(program) {
      throw ValidationError("--program \(program): programs have numbers from 0 to 65535.")
    }
    if let pid, !(0...0x1fff).contains(pid) {
      throw ValidationError("--pid \(pid): PIDs are numbers from 0 to 8191.")
    }
  }
}
