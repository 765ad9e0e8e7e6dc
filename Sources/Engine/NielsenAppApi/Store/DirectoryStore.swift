import Glibc
import Synchronization
import System

/// Keeps identities on disk: one file for each app id. The directory is created with access for its owner only.
///
/// Files are replaced atomically and locked while they are read and changed, so that several processes can use one
/// directory. A damaged file is renamed, and new ids are made. If the directory cannot be used, the engine reports this
/// to its delegate and keeps the identities in memory. An engine does not start if another process keeps the lock
/// (error 1008).
public final class DirectoryStore: IdentityStore {
  /// The directory of the user's engines: `$XDG_STATE_HOME/id3tap/engine` or `~/.local/state/id3tap/engine`; nil if
  /// neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
  public static var standardPath: String? { StateDirectory.standard }

  private let path: String
  private let onProblem: @Sendable (IdentityStoreError) -> Void
  private let reported = Mutex<Set<String>>([])

  /// Makes a store in the directory `path`, which is created when it is first needed.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one relative to the working directory.
  ///   - onProblem: Receives a problem for each damaged file and, once per app id, the reason why that app's file
  ///     cannot be used. Called on the thread of the engine's call while the engine is locked, so `onProblem` must not
  ///     call the engine.
  public init(
    path: String,
    onProblem: @escaping @Sendable (IdentityStoreError) -> Void = { _ in }
  ) {
    self.path = path
    self.onProblem = onProblem
  }

  /// Reads and changes the stored identity of `appID` under an exclusive lock.
  ///
  /// - Throws: ``IdentityStoreError`` when the file or its directory cannot be used. If only writing fails, `change`
  ///   has been called.
  public func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) throws(IdentityStoreError) -> Result {
    let name = path + "/" + StateDirectory.fileName(appID: appID)
    let file = IdentityFile(path: name + ".json")
    do {
      try StateDirectory.create(path)
      let lock = try FileLock(path: name + ".lock")
      defer { withExtendedLifetime(lock) {} }
      var identity = try read(file)
      let former = identity
      let result = change(&identity)
      if identity != former { try write(identity, to: file) }
      return result
    } catch {
      let problem = Self.problem(error, with: file)
      if reported.withLock({ $0.insert(appID).inserted }) { onProblem(problem) }
      throw problem
    }
  }

  private func read(_ file: IdentityFile) throws -> StoredIdentity {
    do {
      return try file.read()
    } catch IdentityFile.Damage.unreadable {
      let aside = try file.setAside()
      onProblem(
        IdentityStoreError(
          code: .unreadable,
          description: "\(file.path): the stored identities are damaged: new ones were made, "
            + "and the file was renamed to \(aside)"
        )
      )
      return StoredIdentity()
    }
  }

  private func write(_ identity: StoredIdentity, to file: IdentityFile) throws {
    do {
      try file.write(identity)
    } catch {
      throw IdentityStoreError(code: .unwritable, description: Self.text("\(error)", file))
    }
  }

  private static func problem(_ error: any Error, with file: IdentityFile) -> IdentityStoreError {
    switch error {
    case let error as IdentityStoreError:
      error
    case IdentityFile.Damage.newer:
      IdentityStoreError(
        code: .failed,
        description:
          "\(file.path): a newer version wrote this file: use that version or another directory"
      )
    case let error as SystemError where error.number == EWOULDBLOCK:
      IdentityStoreError(
        code: .locked,
        description:
          "\(file.path): \(error): end the process that holds the lock or use another directory"
      )
    default:
      IdentityStoreError(code: .unreadable, description: text("\(error)", file))
    }
  }

  private static func text(_ reason: String, _ file: IdentityFile) -> String {
    "\(file.path): \(reason): make the directory usable or use another directory"
  }
}

/// The directory for data that outlives an engine. It is created with access for its owner only.
package enum StateDirectory {
  /// The directory of the user's engines: `$XDG_STATE_HOME/id3tap/engine` or, if that variable is not an absolute path,
  /// `$HOME/.local/state/id3tap/engine` (XDG Base Directory Specification). Nil if neither variable is an absolute
  /// path.
  package static var standard: String? {
    let home = variable("HOME").map { $0 + "/.local/state" }
    return (variable("XDG_STATE_HOME") ?? home).map { $0 + "/id3tap/engine" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.hasPrefix("/") ? text : nil
  }

  /// Creates the directory `path` and missing parent directories.
  /// - Throws: ``SystemError``.
  package static func create(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return try check(path) }
    let number = errno
    guard number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw SystemError("cannot make the directory \(path)", number)
    }
    try create(String(path[..<slash]))
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw SystemError("cannot make the directory \(path)")
    }
  }

  private static func check(_ path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("cannot use \(path)") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError("cannot use \(path)", ENOTDIR)
    }
  }

  /// The file name for `appID`: the first 100 of its letters, digits and hyphens. If the id has more characters or
  /// other characters, or is empty, a digest is added so that different ids have different names.
  package static func fileName(appID: String) -> String {
    let plain = appID.utf8.filter { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let name = String(decoding: plain.prefix(nameLimit), as: UTF8.self)
    guard name != appID || name.isEmpty else { return name }
    return name + "-" + SHA256.hexadecimal(of: appID.utf8).prefix(16)
  }

  private static let nameLimit = 100
}
