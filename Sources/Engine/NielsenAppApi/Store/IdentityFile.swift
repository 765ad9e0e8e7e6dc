import FoundationEssentials
import Glibc
import System

struct IdentityFile {
  enum Damage: Error {
    case unreadable
    case newer
  }

  private struct Content: Codable {
    static let format = 1

    var format = Content.format
    var identity: StoredIdentity
  }

  private struct Format: Decodable { var format: Int }

  /// The maximum size of the file in bytes, far more than identities and a configuration need.
  private static let sizeLimit = 4 << 20

  let path: String

  /// Reads the identity from the file; returns an empty identity if the file does not exist.
  /// - Throws: ``Damage`` and ``SystemError``.
  func read() throws -> StoredIdentity {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return StoredIdentity() }
      throw SystemError("cannot open \(path)")
    }
    defer { close(descriptor) }
    let data = Data(try bytes(of: descriptor))
    do {
      let format = try JSONDecoder().decode(Format.self, from: data).format
      guard format <= Content.format else { throw Damage.newer }
      return try JSONDecoder().decode(Content.self, from: data).identity
    } catch is DecodingError {
      throw Damage.unreadable
    }
  }

  private func bytes(of descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("cannot read \(path)") }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= Self.sizeLimit else { throw Damage.unreadable }
    }
  }

  /// Replaces the file atomically: a reader, even after a crash, finds either the old or the new
  /// content. The caller must hold the lock of the store.
  /// - Throws: ``SystemError``.
  func write(_ identity: StoredIdentity) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = Array(try encoder.encode(Content(identity: identity))) + [UInt8(ascii: "\n")]
    let temporary = path + ".new"
    // A file left by a crash may have other permissions.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("cannot make \(temporary)") }
    do {
      defer { close(descriptor) }
      guard DescriptorWriter.write(bytes, to: descriptor) else {
        throw SystemError("cannot write \(path)")
      }
      guard fsync(descriptor) == 0 else { throw SystemError("cannot write \(temporary)") }
      guard rename(temporary, path) == 0 else { throw SystemError("cannot replace \(path)") }
    } catch {
      unlink(temporary)
      throw error
    }
    try syncDirectory()
  }

  /// Writes the directory to disk, so that the new name survives a crash.
  private func syncDirectory() throws(SystemError) {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let directory = open(String(path[..<end]) + "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw SystemError("cannot open the directory of \(path)") }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw SystemError("cannot write the directory of \(path)") }
  }

  /// Renames a damaged file, so that its content is not lost, and returns the new name.
  /// - Throws: ``SystemError``.
  func setAside() throws(SystemError) -> String { try SetAside.rename(path) }
}
