import Glibc

/// Turns arguments into things to read: directories, globs and lists become what they name.
enum InputExpansion {
  /// The groups that the arguments stand for, in their order.
  static func groups(for arguments: [String]) -> [InputGroup] {
    arguments.flatMap { argument in
      argument.hasPrefix("@") ? list(argument) : [group(for: .argument(argument))]
    }
  }

  private static func group(for name: FileName) -> InputGroup {
    let argument = name.text
    if argument == "-" { return InputGroup(argument: argument, members: [.standardInput]) }
    if argument.isEmpty { return failed(argument, "has no name: name a file, '-' or '@list'") }
    if let scheme = InputURL.scheme(of: argument) {
      guard let url = InputURL(argument, scheme: scheme) else {
        return failed(
          argument,
          "\(scheme): is not read: name a URL with http, https, udp, rtp or srt, or pipe a stream to '-'"
        )
      }
      return InputGroup(argument: url.name, members: [.url(url)])
    }
    var status = stat()
    if name.withCString({ stat($0, &status) }) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR
        ? DirectorySearch.group(for: name)
        : InputGroup(argument: argument, members: [name.member])
    }
    if argument.contains(where: "*?[".contains) { return glob(name) }
    // Opening it will tell what is wrong with it.
    return InputGroup(argument: argument, members: [name.member])
  }

  private static func failed(_ argument: String, _ problem: String) -> InputGroup {
    InputGroup(argument: argument, members: [], problems: ["\(argument): \(problem)"])
  }

  private static func glob(_ pattern: FileName) -> InputGroup {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard pattern.withCString({ Glibc.glob($0, 0, nil, &matches) }) == 0,
      let paths = matches.gl_pathv
    else {
      return failed(pattern.text, "matches no file: check the pattern")
    }
    let groups = (0..<Int(matches.gl_pathc)).compactMap { paths[$0] }.map { path in
      group(for: FileName(UnsafeRawBufferPointer(start: path, count: strlen(path))))
    }
    return InputGroup(
      argument: pattern.text,
      members: groups.flatMap(\.members),
      isSearched: groups.contains(where: \.isSearched),
      problems: groups.flatMap(\.problems)
    )
  }

  private static func list(_ argument: String) -> [InputGroup] {
    let path = String(argument.dropFirst())
    let lines: [FileName]
    do {
      lines = try ListFile.lines(of: path)
    } catch {
      return [failed(argument, "\(error)")]
    }
    if lines.isEmpty { return [failed(argument, "names no input: write one a line")] }
    return lines.map { line in
      line.text.hasPrefix("@")
        ? failed(line.text, "is a list inside a list: name its inputs in the first list")
        : group(for: line)
    }
  }
}
