import Glibc
import System

/// Where what lasts is kept: a directory that only its owner can read.
package enum StateDirectory {
  /// The directory of the engines of this user: `$XDG_STATE_HOME/id3tap/engine`, in
  /// `~/.local/state` when that is unset or relative (XDG Base Directory Specification). Nil for a
  /// user without a home.
  package static var standard: String? {
    let home = variable("HOME").map { $0 + "/.local/state" }
    return (variable("XDG_STATE_HOME") ?? home).map { $0 + "/id3tap/engine" }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.hasPrefix("/") ? text : nil
  }

  /// Makes the directory `path` and those above it where they are missing.
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

  /// A file name for what belongs to `appID`: its letters, digits and hyphens. An id that has more
  /// than these, or is long, gets a digest after it, so that different ids have different names.
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
