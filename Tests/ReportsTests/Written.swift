import Foundation
import Results

/// What a writer writes, as text.
func written(_ body: (OutputDestination) throws -> Void) throws -> String {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let destination = try OutputDestination.file(path)
  try body(destination)
  try destination.commit()
  return try String(contentsOfFile: path, encoding: .utf8)
}
