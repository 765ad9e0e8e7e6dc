import Foundation

/// The checker of files for Prometheus.
public enum Promtool {
  /// Runs promtool.
  /// - Parameters:
  ///   - arguments: The command-line arguments.
  ///   - input: The standard input.
  /// - Returns: The exit status and the output; nil if promtool succeeds.
  /// - Throws: If promtool cannot be started.
  public static func complaint(_ arguments: [String], input: String = "") throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["promtool"] + arguments
    let (asked, reported) = (Pipe(), Pipe())
    process.standardInput = asked
    process.standardOutput = reported
    process.standardError = reported
    try process.run()
    let file = asked.fileHandleForWriting
    let writer = Thread {
      // If promtool does not read its input, its output has the reason.
      try? file.write(contentsOf: Data(input.utf8))
      try? file.close()
    }
    writer.start()
    let text = String(decoding: reported.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : "\(process.terminationStatus): \(text)"
  }
}
