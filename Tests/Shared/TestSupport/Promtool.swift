import Foundation

/// The checker of Prometheus' files.
public enum Promtool {
  /// Runs it.
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: Its standard input.
  /// - Returns: Its complaints; nil: none.
  /// - Throws: when it cannot be started.
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
      // Where it reads nothing it says why.
      try? file.write(contentsOf: Data(input.utf8))
      try? file.close()
    }
    writer.start()
    let text = String(decoding: reported.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : "\(process.terminationStatus): \(text)"
  }
}
