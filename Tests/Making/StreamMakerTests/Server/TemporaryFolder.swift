import Foundation

/// A folder with files, which is removed with the object.
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

  /// The folder that is served; files next to it are not.
  var served: String { "\(path)/served" }
}
