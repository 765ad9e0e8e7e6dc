import Glibc

/// A new file beside an old one, which takes the old one's place when it is complete and vanishes when
/// it is not.
final class FileReplacement {
  let descriptor: Int32

  private let path: String
  private let target: String
  private let temporary: String
  private var isCommitted = false

  /// Makes the new file in the folder of `path`; a symbolic link is followed, so that it stays one.
  /// `marker` keeps files apart that are made in one folder at the same time.
  init(of path: String, marker: String = "") throws(OutputError) {
    let target = Self.resolved(path) ?? path
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let temporary = "\(folder).id3tap-\(getpid())\(marker).tmp"
    var old = stat()
    let exists = stat(target, &old) == 0
    // Of a file made by an earlier run that was killed under the same process id.
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
