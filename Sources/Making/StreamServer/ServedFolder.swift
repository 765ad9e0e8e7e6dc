import Formats
import Glibc

/// The files that a server serves: those below one folder, and no others.
struct ServedFolder: Sendable {
  /// The folder without symbolic links.
  private let root: String

  /// The folder at `path`; nil when there is none.
  init?(_ path: String) {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    root = String(cString: real)
    var status = stat()
    guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
  }

  /// Opens the file that the path of a URL names.
  ///
  /// Nothing outside of the folder is opened: no `..`, also not percent-encoded, and no symbolic link
  /// that points out of it. Names that start with a full stop are those of files in the making.
  ///
  /// - Returns: nil when there is no such file.
  func open(_ path: String) -> ServedFile? {
    guard let name = Self.name(path) else { return nil }
    // Not waiting: a named pipe would.
    let descriptor = Glibc.open("\(root)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = ServedFile(descriptor: descriptor, name: name)
    guard let place = Self.place(of: descriptor), place.hasPrefix(root == "/" ? root : root + "/")
    else { return nil }
    return file
  }

  /// The name of a file, relative to the folder, that the path of a URL asks for.
  static func name(_ path: String) -> String? {
    guard path.hasPrefix("/"), let decoded = PercentEncoding.decodeStrictly(path),
      !decoded.utf8.contains(0)
    else { return nil }
    let components = decoded.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    return components.joined(separator: "/")
  }

  /// The place of an open file, with all links resolved.
  private static func place(of descriptor: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
