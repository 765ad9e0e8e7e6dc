import Glibc

/// The files of the database that a batch writes. They are not inputs, and must not be opened: closing
/// them would take SQLite's locks away (fcntl(2)).
struct OwnFiles {
  private struct Identity: Hashable {
    var device: dev_t
    var number: ino_t
  }

  /// What SQLite and id3tap add to the name of a database for the files that they keep beside it.
  private static let endings = ["-wal", "-shm", "-owners"]

  /// The files beside an input that may be a database.
  static func besides(_ input: InputGroup.Member) -> [InputGroup.Member] {
    guard let name = input.fileName else { return [] }
    return endings.map { FileName(name.bytes + $0.utf8).member }
  }

  private let identities: Set<Identity>

  /// The database at `path`, which is open, and the files beside it.
  init(database path: String) {
    identities = Set(
      ([""] + Self.endings).compactMap { Self.identity(of: FileName(path + $0)) }
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
