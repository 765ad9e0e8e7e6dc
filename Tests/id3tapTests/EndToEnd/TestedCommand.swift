import Foundation
import Glibc

/// The command that the end-to-end tests run.
enum TestedCommand {
  /// It is not there.
  struct Missing: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path) is not a program: 'make build' makes it" }
  }

  private static let made = Result { try make() }

  /// A folder with nothing but the command, for PATH; it goes when the tests end.
  static func folder() throws -> URL { try made.get() }

  private static func make() throws -> URL {
    let command = try program()
    guard FileManager.default.isExecutableFile(atPath: command.path) else {
      throw Missing(path: command.path)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("id3tap-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("id3tap"),
      withDestinationURL: command
    )
    atexit {
      guard let folder = try? TestedCommand.folder() else { return }
      try? FileManager.default.removeItem(at: folder)
    }
    return folder
  }

  /// The command in `ID3TAP`; without it the command that was built with the tests.
  private static func program() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["ID3TAP"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("id3tap")
  }
}
