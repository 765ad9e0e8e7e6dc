import Foundation

/// A temporary folder with files. It is deleted with the object.
final class TemporaryFolder: Sendable {
  let path: String

  init(_ files: [String: String]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "id3tap-\(UUID().uuidString)")
    path = url.path
    for (name, content) in files {
      let file = url.appending(path: "served/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(content.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of the served folder. Files next to it are not served.
  var served: String { "\(path)/served" }
}
