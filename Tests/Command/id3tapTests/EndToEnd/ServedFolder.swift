import Foundation
import TestServer

/// The files in a folder, keyed by the URL paths under which a test server returns them.
struct ServedFolder: Sendable {
  private(set) var files: [String: [UInt8]] = [:]

  /// Reads all files below a folder.
  init(_ folder: URL) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names {
      let file = folder.appendingPathComponent(name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      files["/\(name)"] = try [UInt8](Data(contentsOf: file))
    }
  }

  /// The response to a request: the file, a byte range of the file, or 404.
  func answer(_ request: TestRequest) -> TestResponse {
    files[request.path].map { .file($0, for: request) } ?? .status(404)
  }

  /// The lines of a playlist.
  func lines(of path: String) -> [String] {
    String(decoding: files[path] ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
