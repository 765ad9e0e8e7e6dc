import Glibc

/// The files of the database that a batch writes. They are not inputs, and must not be opened: closing
/// them would take SQLite's locks away (fcntl(2)).
struct OwnFiles {
  private struct Identity: Hashable {
    var device: dev_t
    var number: ino_t
  }

  private let identities: Set<Identity>

  /// The database at `path`, which is open, and the files beside it.
  init(database path: String) {
    identities = Set(
      ["", "-wal", "-shm", "-owners"].compactMap { Self.identity(of: FileName(path + $0)) }
    )
  }

  /// Whether a name, also through links, is one of them.
  func contains(_ name: FileName) -> Bool {
    Self.identity(of: name).map(identities.contains) ?? false
  }

  private static func identity(of name: FileName) -> Identity? {
    var status = stat()
    guard name.withCString({ stat($0, &status) }) == 0 else { return nil }
    return Identity(device: status.st_dev, number: status.st_ino)
  }
}
