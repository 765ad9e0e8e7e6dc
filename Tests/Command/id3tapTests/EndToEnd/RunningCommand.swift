import Foundation
import Glibc
import System
import TestSupport
import TimedMetadata

/// `id3tap` or another program in the background. Tests can wait for lines of its output.
final class RunningCommand {
  /// The error if expected output did not arrive.
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  let process: Process
  /// The lines of standard output and of standard error.
  let output: Lines
  let errors: Lines

  init(
    _ shell: Shell,
    _ arguments: [String],
    program: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    let (output, errors) = try (Self.pipe(), Self.pipe())
    process = try shell.start(
      arguments,
      program: program,
      environment: environment,
      output: output.writing,
      errors: errors.writing
    )
    try output.writing.close()
    try errors.writing.close()
    self.output = Lines(output.reading)
    self.errors = Lines(errors.reading)
  }

  /// A pipe that no other process inherits, because such a process would keep the pipe open.
  private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Missing(description: "the system has no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }

  deinit { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  func signal(_ signal: Int32) { Glibc.kill(process.processIdentifier, signal) }

  /// Waits for the end, and returns the exit code, or 128 plus the number of the signal.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Ends the command with a signal, and returns its exit code.
  @discardableResult func stop(_ signal: Int32 = SIGTERM) -> Int32 {
    self.signal(signal)
    return end()
  }

  /// Lines that a thread reads from a pipe.
  final class Lines: Sendable {
    private struct State {
      var lines: [String] = []
      var isEnded = false
    }

    /// The time limit for a line, in seconds. Only a hanging test reaches it.
    private static let longestWait = 300.0

    private let monitor = Monitor(State())

    init(_ pipe: FileHandle) {
      let monitor = monitor
      // A separate thread is used because reading blocks.
      Thread.detachNewThread {
        var held: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = chunk.withUnsafeMutableBytes {
            read(pipe.fileDescriptor, $0.baseAddress, $0.count)
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          held += chunk[..<count]
          guard let end = held.lastIndex(of: 0x0A) else { continue }
          let text = String(decoding: held[..<end], as: UTF8.self)
          held.removeSubrange(...end)
          let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          monitor.withLock { $0.lines += lines }
        }
        let rest = String(decoding: held, as: UTF8.self)
        monitor.withLock { state in
          if !rest.isEmpty { state.lines.append(rest) }
          state.isEnded = true
        }
      }
    }

    /// All lines. Waits until the command has closed the pipe.
    var all: [String] {
      get throws {
        let lines = monitor.wait(atMost: Self.longestWait) { $0.isEnded ? $0.lines : nil }
        guard let lines else { throw Missing(description: "the output does not end") }
        return lines
      }
    }

    /// Waits for the first line for which `isWanted` is true.
    @discardableResult func first(
      _ what: String,
      where isWanted: (String) -> Bool
    ) throws -> String {
      try first(1, what, where: isWanted)[0]
    }

    /// Waits for the first `count` lines for which `isWanted` is true.
    @discardableResult func first(
      _ count: Int,
      _ what: String,
      where isWanted: (String) -> Bool
    ) throws -> [String] {
      var seen = 0
      var found: [String] = []
      let isComplete = monitor.wait(atMost: Self.longestWait) { state -> Bool? in
        found += state.lines[seen...].filter(isWanted)
        seen = state.lines.count
        if found.count >= count { return true }
        return state.isEnded ? false : nil
      }
      guard isComplete == true else {
        let why = isComplete == nil ? "did not come in time" : "did not come before the end"
        let lines = monitor.withLock(\.lines).joined(separator: "\n")
        throw Missing(description: "\(what): \(why); these came:\n\(lines)")
      }
      return Array(found.prefix(count))
    }

    /// Waits for the first line that contains `text`.
    @discardableResult func first(containing text: String) throws -> String {
      try first("a line with \(text)") { $0.contains(text) }
    }
  }
}
