import Foundation

/// Compression with the program gzip.
enum Gzip {
  /// The bytes in gzip's format.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("id3tap-gzip-\(UUID().uuidString)")
    let result = file.appendingPathExtension("gz")
    defer {
      for place in [file, result] { try? FileManager.default.removeItem(at: place) }
    }
    do {
      try Data(bytes).write(to: file)
      let script = #"exec gzip -1nc <"$1" >"$2""#
      let status = try ChildProcess.run(["/bin/sh", "-c", script, "sh", file.path, result.path])
      guard status == 0 else { throw TestServerError("gzip failed with \(status)") }
      return try [UInt8](Data(contentsOf: result))
    } catch {
      // The thread of a connection cannot throw to the test, and without gzip there is no response.
      preconditionFailure("\(error)")
    }
  }
}
