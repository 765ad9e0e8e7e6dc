import Foundation
import System

/// The output of a writer, as text.
func written(_ body: (OutputDestination) throws -> Void) throws -> String {
  // Each call has its own folder, because the names of incomplete files depend on the process.
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appendingPathComponent("report").path
  let destination = try OutputDestination.file(path)
  try body(destination)
  try destination.commit()
  return try String(contentsOfFile: path, encoding: .utf8)
}
