import Synchronization

/// Keeps identities on disk: one file for each app id in a directory that only its owner can read.
///
/// Files are replaced in one step and locked while they are read and changed, so that several
/// processes can use one directory. A file that is broken is renamed, and new ids are made. Where the
/// directory cannot be used, the ids of that application are kept in memory.
public final class DirectoryStore: IdentityStore {
  /// What kept the store from using a file.
  public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    /// 1002 or 1003.
    public var code: AppApiErrorCode
    /// The file, what happened and what to do.
    public var description: String
  }

  /// The directory of the engines of this user, `$XDG_STATE_HOME/id3tap/engine` or
  /// `~/.local/state/id3tap/engine`; nil for a user without a home.
  public static var standardPath: String? { StateDirectory.standard }

  private let path: String
  private let onProblem: @Sendable (Problem) -> Void
  private let memory = MemoryStore()
  private let unusable = Mutex<Set<String>>([])

  /// Makes a store in the directory `path`, which is made when it is first needed.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one relative to the working directory.
  ///   - onProblem: Hears why a file is not used, on the thread of the engine's call, while the
  ///     engine is locked: it must not call back.
  public init(path: String, onProblem: @escaping @Sendable (Problem) -> Void = { _ in }) {
    self.path = path
    self.onProblem = onProblem
  }

  /// Reads and changes what is kept for `appID`, while nobody else does.
  public func update<Result: Sendable>(
    appID: String,
    _ change: (inout StoredIdentity) -> Result
  ) -> Result {
    guard !unusable.withLock({ $0.contains(appID) }) else {
      return memory.update(appID: appID, change)
    }
    let name = path + "/" + StateDirectory.fileName(appID: appID)
    let file = IdentityFile(path: name + ".json")
    let lock: FileLock
    var identity: StoredIdentity
    do {
      try StateDirectory.create(path)
      lock = try FileLock(path: name + ".lock")
      identity = try read(file)
    } catch {
      giveUp(appID, file, .fileReadFailure, error)
      return memory.update(appID: appID, change)
    }
    return withExtendedLifetime(lock) {
      let former = identity
      let result = change(&identity)
      guard identity != former else { return result }
      do {
        try file.write(identity)
      } catch {
        giveUp(appID, file, .fileWriteFailure, error)
        memory.update(appID: appID) { $0 = identity }
      }
      return result
    }
  }

  private func read(_ file: IdentityFile) throws -> StoredIdentity {
    do {
      return try file.read()
    } catch IdentityFile.Damage.unreadable {
      let aside = try file.setAside()
      onProblem(
        Problem(
          code: .fileReadFailure,
          description: "\(file.path): the identities are damaged: they are made anew, "
            + "the file is now \(aside)"
        )
      )
      return StoredIdentity()
    }
  }

  private func giveUp(
    _ appID: String,
    _ file: IdentityFile,
    _ code: AppApiErrorCode,
    _ error: any Error
  ) {
    let isFirst = unusable.withLock { $0.insert(appID).inserted }
    guard isFirst else { return }
    var reason = "\(error)"
    if case IdentityFile.Damage.newer = error { reason = "a newer version wrote it" }
    onProblem(
      Problem(
        code: code,
        description: "\(file.path): \(reason): the identities are kept in memory only: "
          + "make the directory usable or name another one"
      )
    )
  }
}
