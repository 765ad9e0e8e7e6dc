import Foundation
import TestSupport

/// Runs shell commands in a new folder. In these commands, `id3tap` is the command under test: the value of the
/// environment variable `ID3TAP`, or the release binary.
final class Shell: Sendable {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The error if a command that prepares a test failed.
  struct SetUpFailure: Error, CustomStringConvertible {
    var command: String
    var outcome: Outcome

    var description: String {
      "status \(outcome.status) of the set-up\n\(command)\n\(outcome.output)\(outcome.errors)"
    }
  }

  /// The time limit for a command, in seconds, after which it is killed. Only a hanging command reaches it.
  static let longestRun = 600

  /// The exit code of a killed command (128 + SIGKILL).
  private static let killed: Int32 = 137

  /// Closes the descriptors that bash inherits, except the standard ones. Foundation notices the end of the process by
  /// one of these descriptors, and programs that outlive the command would keep it open.
  private static let closing = """
    for id3tap_fd in /proc/$BASHPID/fd/*; do id3tap_fd=${id3tap_fd##*/}; \
    if [ "$id3tap_fd" -gt 2 ]; then eval "exec $id3tap_fd>&-"; fi; done; unset id3tap_fd;
    """

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a bash command that prepares a test.
  /// - Throws: ``SetUpFailure`` if the exit code is not 0.
  func prepare(_ command: String) throws {
    let outcome = try run(command)
    guard outcome.status == 0 else { throw SetUpFailure(command: command, outcome: outcome) }
  }

  /// Writes a `--config` file with these options, a JSON object, and returns the option that names the file.
  func config(_ options: String) throws -> String {
    let name = "config-\(UUID().uuidString).json"
    try Data(#"{"options": \#(options)}"#.utf8).write(to: folder.appendingPathComponent(name))
    return "--config \(name)"
  }

  /// Runs a bash command. A command that does not end is killed, which is reported in `errors`.
  func run(_ command: String) throws -> Outcome {
    // The output is written to files, not pipes, so that neither side waits for the other.
    let names = [".out-\(UUID().uuidString)", ".err-\(UUID().uuidString)"]
    let files = names.map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = [
      "--signal=KILL", "\(Self.longestRun)", "/bin/bash", "-c", Self.closing + command,
    ]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(try TestedCommand.folder().path):/usr/local/bin:/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "COLUMNS": "80",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let start = ContinuousClock.now
    try process.runWithSignals()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    for file in files { try FileManager.default.removeItem(at: file) }
    var outcome = Outcome(
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      output: texts[0],
      errors: texts[1]
    )
    if outcome.status == Self.killed, .now - start >= .seconds(Self.longestRun) {
      outcome.errors +=
        "\nkilled: the command did not end within \(Self.longestRun) s: \(command)\n"
    }
    return outcome
  }

  /// Starts id3tap, or the program at a path. The output is discarded unless file handles are given.
  func start(
    _ arguments: [String],
    program: URL? = nil,
    environment: [String: String] = [:],
    output: FileHandle = .nullDevice,
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL =
      try program ?? TestedCommand.folder().appendingPathComponent("id3tap")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.runWithSignals()
    return process
  }
}
