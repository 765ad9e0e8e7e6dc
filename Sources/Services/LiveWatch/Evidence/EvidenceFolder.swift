import Formats
import FoundationEssentials
import Glibc
import System

/// The folder with the evidence. The oldest evidence is deleted, so that the evidence has at most `limit` bytes. Only
/// folders whose names have the form of ``name(of:)`` are deleted.
struct EvidenceFolder {
  private let path: String
  private let limit: Int64
  /// The sizes of the evidence folders in bytes, by name. Names begin with a time.
  private var sizes: [String: Int64] = [:]

  /// Opens the folder, creates it if necessary, and measures the evidence of earlier runs.
  /// - Throws: ``OutputError``.
  init(_ path: String, limit: Int64) throws(OutputError) {
    self.path = path
    self.limit = limit
    _ = try OutputFolder(path, isPrivate: true)
    for name in Self.names(in: path) where Self.isOwn(name) {
      let folder = "\(path)/\(name)"
      guard let status = Self.status(of: folder), status.st_mode & S_IFMT == S_IFDIR else {
        continue
      }
      sizes[name] = Self.names(in: folder).reduce(0) { size, file in
        size + Int64(Self.status(of: "\(folder)/\(file)")?.st_size ?? 0)
      }
    }
    makeRoom(for: 0)
  }

  var size: Int64 { sizes.values.reduce(0, +) }

  /// Writes files into a new folder. Returns false if they are larger than the limit.
  /// - Throws: ``OutputError``; the folder is then deleted.
  mutating func write(
    _ files: [(name: String, bytes: [UInt8])],
    to name: String
  ) throws(OutputError) -> Bool {
    let size = files.reduce(Int64(0)) { $0 + Int64($1.bytes.count) }
    guard size <= limit else { return false }
    makeRoom(for: size)
    do {
      let folder = try OutputFolder("\(path)/\(name)", isPrivate: true)
      for file in files { try folder.write(file.bytes, to: file.name) }
    } catch {
      remove(name)
      throw error
    }
    sizes[name] = size
    return true
  }

  /// Deletes the oldest folders until there is room for `bytes` bytes.
  private mutating func makeRoom(for bytes: Int64) {
    for oldest in sizes.keys.sorted() where size + bytes > limit { remove(oldest) }
  }

  private mutating func remove(_ name: String) {
    let folder = "\(path)/\(name)"
    for file in Self.names(in: folder) { unlink("\(folder)/\(file)") }
    rmdir(folder)
    sizes[name] = nil
  }

  // MARK: - Names

  /// The name of the folder for an event: `20260101T000000.000Z-1a2b3c4d-missing-tags-12`.
  static func name(of event: WatchEvent) -> String? {
    guard let date = UTCTime.milliseconds(event.date) else { return nil }
    // Some file systems do not allow colons in names; hyphens separate the parts of the name.
    let time = date.filter { $0 != "-" && $0 != ":" }
    let feed = SHA256.hexadecimal(of: event.input.utf8).prefix(8)
    let alarm = (event.name?.rawValue ?? "alarm").filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
    }
    let id = event.alarm.map { "-\($0.id)" } ?? ""
    return "\(time)-\(feed)-\(alarm)\(id)"
  }

  private static func isOwn(_ name: String) -> Bool {
    name.wholeMatch(of: /[0-9]{8}T[0-9]{6}\.[0-9]{3}Z-[0-9a-f]{8}-[A-Za-z0-9-]+/) != nil
  }

  // MARK: - Files

  /// The names in a folder; empty if it cannot be read.
  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
