import Glibc

/// Turns arguments into things to read: directories, globs and lists become what they name.
enum InputExpansion {
  /// The groups that the arguments stand for, in their order.
  static func groups(for arguments: [String]) -> [InputGroup] {
    arguments.flatMap { argument in
      argument.hasPrefix("@") ? list(argument) : [group(for: argument)]
    }
  }

  private static func group(for argument: String) -> InputGroup {
    if argument == "-" { return InputGroup(argument: argument, members: [.standardInput]) }
    if argument.isEmpty { return failed(argument, "has no name: name a file, '-' or '@list'") }
    if let scheme = scheme(of: argument) {
      return failed(
        argument,
        "\(scheme): is not supported yet: fetch the stream and name the file, or pipe it to '-'"
      )
    }
    var status = stat()
    if stat(argument, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR
        ? DirectorySearch.group(for: argument)
        : InputGroup(argument: argument, members: [.path(argument)])
    }
    if argument.contains(where: "*?[".contains) { return glob(argument) }
    // Opening it will tell what is wrong with it.
    return InputGroup(argument: argument, members: [.path(argument)])
  }

  private static func failed(_ argument: String, _ problem: String) -> InputGroup {
    InputGroup(argument: argument, members: [], problem: problem)
  }

  /// The scheme of a URL (RFC 3986, section 3.1); nil for a path.
  private static func scheme(of argument: String) -> String? {
    guard let colon = argument.firstIndex(of: ":"), argument[colon...].hasPrefix("://") else {
      return nil
    }
    let scheme = argument[..<colon]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
    return isScheme ? String(scheme) : nil
  }

  private static func glob(_ pattern: String) -> InputGroup {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard Glibc.glob(pattern, 0, nil, &matches) == 0, let paths = matches.gl_pathv else {
      return failed(pattern, "matches no file: check the pattern")
    }
    let names = (0..<Int(matches.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
    let groups = names.map { group(for: $0) }
    return InputGroup(
      argument: pattern,
      members: groups.flatMap(\.members),
      isSearched: groups.contains(where: \.isSearched)
    )
  }

  private static func list(_ argument: String) -> [InputGroup] {
    let path = String(argument.dropFirst())
    let lines: [String]
    do {
      lines = try ListFile.lines(of: path)
    } catch {
      return [failed(argument, "\(error)")]
    }
    if lines.isEmpty { return [failed(argument, "names no input: write one a line")] }
    return lines.map { line in
      line.hasPrefix("@")
        ? failed(line, "is a list inside a list: name its inputs in the first list")
        : group(for: line)
    }
  }
}
