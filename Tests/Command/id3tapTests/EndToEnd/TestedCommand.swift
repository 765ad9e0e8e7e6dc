import Foundation
import Glibc

/// The command that the end-to-end tests run.
enum TestedCommand {
  /// The error if the command does not exist.
  struct Missing: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path) is not a program: 'make build' makes it" }
  }

  private static let made = Result { try make() }

  /// A folder for PATH that contains only the command. It is removed when the tests end.
  static func folder() throws -> URL { try made.get() }

  private static func make() throws -> URL {
    let command = program()
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

  /// The command that `ID3TAP` names, or the release binary of `make build`.
  private static func program() -> URL {
    if let path = ProcessInfo.processInfo.environment["ID3TAP"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: DocumentFiles.path(of: ".build/release/id3tap"))
  }
}
