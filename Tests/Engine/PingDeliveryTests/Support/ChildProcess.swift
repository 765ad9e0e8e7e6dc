import Foundation
import Synchronization

/// A process of `PingDeliveryChild` and its output.
final class ChildProcess: Sendable {
  private let process: Mutex<Process>
  private let output: FileHandle
  let id: Int32
  private let rest = Mutex<[UInt8]>([])

  /// Starts the program that was built together with the tests.
  init(_ arguments: String...) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("PingDeliveryChild")
    let process = Process()
    // A child that hangs must fail the test instead of blocking it.
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    id = process.processIdentifier
    output = pipe.fileHandleForReading
    self.process = Mutex(process)
  }

  /// Kills the process like `kill -9`.
  func kill() { Foundation.kill(id, SIGKILL) }

  /// The next line of the process's output; nil after the last line.
  func line() -> String? {
    rest.withLock { rest in
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          defer { rest.removeSubrange(...end) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        let more = output.availableData
        guard !more.isEmpty else { return nil }
        rest += more
      }
    }
  }

  /// All lines until the process ends.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    process.withLock { $0.waitUntilExit() }
    return lines
  }
}
