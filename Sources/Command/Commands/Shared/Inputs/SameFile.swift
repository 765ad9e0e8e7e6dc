import Glibc

/// Detects names that belong to the same regular file, so that a command does not overwrite its input.
enum SameFile {
  /// Compares the files that a command writes with those that it reads, and with each other.
  /// - Parameters:
  ///   - outputs: The files and the options that name them. Nil and `-` are standard output.
  ///   - inputs: The files that are read, each with a noun for messages, such as `an input`.
  /// - Returns: The error if an output is also an input or another output. Nil if all outputs may be written.
  static func conflict(
    of outputs: [(option: String, path: String?)],
    with inputs: [(words: String, file: InputGroup.Member)]
  ) -> String? {
    var earlier: [(option: String, path: String)] = []
    for case (let option, let path?) in outputs where path != "-" {
      let other =
        inputs.first { check($0.file, path) }?.words
        ?? earlier.first { check($0.path, path) }.map { "the file of \($0.option)" }
      if let other { return "\(path): is also \(other): name another file with \(option)" }
      earlier.append((option, path))
    }
    return nil
  }

  static func check(_ first: String, _ second: String) -> Bool {
    guard let status = status(of: FileName(first)) else { return isOneName(first, second) }
    return check(status, second)
  }

  /// Whether two names would belong to the same file if the file existed.
  private static func isOneName(_ first: String, _ second: String) -> Bool {
    let (first, second) = (parts(of: first), parts(of: second))
    guard first.name == second.name, let one = status(of: FileName(first.folder)),
      let other = status(of: FileName(second.folder))
    else { return false }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  private static func parts(of path: String) -> (folder: String, name: Substring) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
    return (String(path[...slash]), path[path.index(after: slash)...])
  }

  static func check(_ input: InputGroup.Member, _ path: String) -> Bool {
    var status = stat()
    switch input {
    case .path(let input): return check(input, path)
    case .bytes(let name):
      guard let status = self.status(of: name) else { return false }
      return check(status, path)
    case .url: return false
    case .joined(let segments):
      return segments.files.contains { file in
        self.status(of: file).map { check($0, path) } ?? false
      }
    case .standardInput: return fstat(STDIN_FILENO, &status) == 0 && check(status, path)
    }
  }

  private static func check(_ one: stat, _ path: String) -> Bool {
    guard let other = status(of: FileName(path)) else { return false }
    return one.st_mode & S_IFMT == S_IFREG && one.st_dev == other.st_dev
      && one.st_ino == other.st_ino
  }

  private static func status(of name: FileName) -> stat? {
    var status = stat()
    return name.withCString { stat($0, &status) } == 0 ? status : nil
  }
}
