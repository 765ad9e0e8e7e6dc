import Foundation
import Glibc
import Testing

/// `id3tap collect` in the background, on a free port of loopback.
final class RunningCollector {
  private let command: RunningCommand
  let port: Int
  let url: String

  var process: Process { command.process }

  /// Starts the collector, and waits until it reports its URL.
  init(_ shell: Shell, _ arguments: [String] = []) throws {
    command = try RunningCommand(shell, ["collect", "--listen", "127.0.0.1:0"] + arguments)
    let line: String
    do {
      line = try command.output.first("where it listens") { _ in true }
    } catch {
      Issue.record("\(try command.errors.all.joined(separator: "\n"))")
      throw error
    }
    let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    port = try #require(event?["port"] as? Int)
    url = try #require(event?["url"] as? String)
    #expect(event?["event"] as? String == "listening")
  }

  /// Ends the collector, and returns its exit code.
  @discardableResult func stop(_ signal: Int32 = SIGTERM) -> Int32 { command.stop(signal) }

  /// The standard error of the collector. Waits until the collector has ended.
  func said() throws -> String {
    try command.errors.all.map { $0 + "\n" }.joined()
  }
}
