import Glibc
import Synchronization

/// A new file beside an old one, which takes the old one's place when it is complete and vanishes when
/// it is not.
final class FileReplacement {
  let descriptor: Int32

  private let path: String
  private let target: String
  private let temporary: String
  private var isCommitted = false

  /// New files of this process so far: each has another temporary name.
  private static let count = Atomic<Int>(0)

  /// Makes the new file in the folder of `path`; a symbolic link is followed, so that it stays one.
  init(of path: String) throws(OutputError) {
    let target = Self.resolved(path) ?? path
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let temporary = "\(folder).id3tap-\(getpid())-\(number).tmp"
    var old = stat()
    let exists = stat(target, &old) == 0
    // An earlier run that had the same process id, and was killed, may have left a file of this name.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw OutputError(.cannotCreate, destination: path, systemError: errno)
    }
    if exists { fchmod(descriptor, old.st_mode & 0o7777) }
    self.path = path
    self.target = target
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if !isCommitted { unlink(temporary) }
  }

  /// Whether something other than a regular file is at the path, such as `/dev/null`.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  func commit() throws(OutputError) {
    guard rename(temporary, target) == 0 else {
      throw OutputError(.cannotCreate, destination: path, systemError: errno)
    }
    isCommitted = true
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
