import Foundation

/// Runs shell commands in a folder of their own, where `id3tap` is the command that was just built.
final class Shell: Sendable {
  /// What a command left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String

    /// The lines of standard output.
    var lines: [Substring] { output.split(separator: "\n") }
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a command of bash.
  func run(_ command: String) throws -> Outcome {
    // Files, not pipes: neither side ever waits for the other.
    let names = [".out-\(UUID().uuidString)", ".err-\(UUID().uuidString)"]
    let files = names.map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    let process = Process()
    // What hangs shall fail, not hang the tests.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["--signal=KILL", "120", "/bin/bash", "-c", command]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(try Self.products().path):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "COLUMNS": "80",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    for file in files { try FileManager.default.removeItem(at: file) }
    return Outcome(
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      output: texts[0],
      errors: texts[1]
    )
  }

  /// Starts id3tap itself; what it says is thrown away, unless somebody takes it.
  func start(
    _ arguments: [String],
    output: Pipe? = nil,
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = try Self.products().appendingPathComponent("id3tap")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    return process
  }

  /// The folder that holds the test bundle, and beside it the command.
  private static func products() throws -> URL {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    guard FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent("id3tap").path)
    else { throw Missing(folder: folder.path) }
    return folder
  }

  struct Missing: Error { var folder: String }
}
