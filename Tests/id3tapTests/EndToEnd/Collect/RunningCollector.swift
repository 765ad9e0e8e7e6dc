import Foundation
import Glibc
import Testing

/// `id3tap collect` in the background, on a free port of loopback.
final class RunningCollector {
  let process: Process
  let port: Int
  /// Where it listens, as it tells.
  let url: String
  private let errors: URL

  /// Starts it, and waits until it tells where it listens.
  init(_ shell: Shell, _ arguments: [String] = []) throws {
    errors = shell.folder.appendingPathComponent("errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    let output = Pipe()
    process = try shell.start(
      ["collect", "--listen", "127.0.0.1:0"] + arguments,
      output: output,
      errors: try FileHandle(forWritingTo: errors)
    )
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    let told = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    port = try #require(told?["port"] as? Int)
    url = try #require(told?["url"] as? String)
    #expect(told?["event"] as? String == "listening")
  }

  deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// Ends it, and gives its exit code.
  @discardableResult func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    Glibc.kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What it said on standard error.
  func said() throws -> String { try String(contentsOf: errors, encoding: .utf8) }
}
