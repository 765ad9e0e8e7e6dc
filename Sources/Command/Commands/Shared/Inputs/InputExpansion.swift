import Formats
import Glibc

/// Turns arguments into inputs: directories, globs and lists are replaced by the inputs that they contain or match.
enum InputExpansion {
  enum Found: Equatable {
    case input(InputGroup.Member)
    /// A directory to be searched.
    case directory(FileName)
    /// The matches of a glob.
    case matches([FileName])
    /// The reason why the argument names no input, and the remedy.
    case nothing(String)
  }

  /// The groups of inputs for the arguments, in order. If `joins` is true, segments are read as one stream.
  static func groups(for arguments: [String], joins: Bool = false) -> [InputGroup] {
    let groups = FileName.arguments(arguments).flatMap { argument in
      var groups: [InputGroup] = []
      visit(argument) { name, found in groups += self.groups(for: name, found, joins) }
      return groups
    }
    return numbered(joins ? JoinedSegments.join(groups) : groups)
  }

  /// The groups, with marks on URLs that would otherwise have the same name.
  private static func numbered(_ groups: [InputGroup]) -> [InputGroup] {
    var marks = DistinctURLs()
    return groups.map { group in
      var group = group
      group.members = group.members.map { member in
        guard case .url(let url) = member else { return member }
        return .url(marks.marked(url))
      }
      return group
    }
  }

  /// Resolves an argument, or each line of the list that it names. Passes each name and its result to `body`.
  /// - Throws: The error of `body`.
  static func visit(
    _ argument: FileName,
    _ body: (FileName, Found) throws -> Void
  ) rethrows {
    guard argument.bytes.first == UInt8(ascii: "@") else {
      return try body(argument, find(argument))
    }
    var isEmpty = true
    let failure = try list(argument) { line in
      isEmpty = false
      try body(line, find(line, isLine: true))
    }
    if let failure { return try body(argument, .nothing("\(failure)")) }
    // After an interruption the list may not have been read completely.
    guard isEmpty, !Interruption.isRequested else { return }
    try body(argument, .nothing("names no input: write one input per line"))
  }

  /// Resolves a name. `isLine` is true for a line of a list.
  static func find(_ name: FileName, isLine: Bool = false) -> Found {
    let text = String(decoding: name.bytes, as: UTF8.self)
    if isLine, text.hasPrefix("@") {
      return .nothing("is a list inside a list: name its inputs in the first list")
    }
    if text == "-" { return .input(.standardInput) }
    if text.isEmpty { return .nothing("has no name: name a file, '-' or '@list'") }
    if let scheme = InputURL.scheme(of: text) {
      guard let url = InputURL(text, scheme: scheme) else {
        return .nothing(
          "\(scheme): is not read: name a URL with http, https, udp, rtp or srt, or pipe a stream to '-'"
        )
      }
      return .input(.url(url))
    }
    var status = stat()
    if name.withCString({ stat($0, &status) }) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR ? .directory(name) : .input(name.member)
    }
    if text.contains(where: "*?[".contains) { return glob(name) }
    // The file cannot be found. The error is reported when it is opened.
    return .input(name.member)
  }

  /// The groups for a name. A glob may match files, which count as named, and directories, which are searched.
  private static func groups(
    for name: FileName,
    _ found: Found,
    _ joins: Bool
  ) -> [InputGroup] {
    switch found {
    case .input(let member):
      [InputGroup(argument: member.name, members: [member])]
    case .directory(let directory):
      [group(forDirectory: directory, joins)]
    case .matches(let names):
      names.flatMap { groups(for: $0, find($0), joins) }
    case .nothing(let problem):
      [
        InputGroup(
          argument: name.text,
          members: [],
          problems: ["\(InputURL.shown(name.text)): \(problem)"]
        )
      ]
    }
  }

  private static func group(forDirectory directory: FileName, _ joins: Bool) -> InputGroup {
    var members: [InputGroup.Member] = []
    var problems: [String] = []
    DirectorySearch.search(
      directory,
      found: { members.append($0.member) },
      problem: { problems.append($0) }
    )
    return InputGroup(
      argument: directory.text,
      members: joins ? members : PlaylistFamilies.heads(of: members),
      isSearched: true,
      directory: directory,
      problems: problems
    )
  }

  private static func glob(_ pattern: FileName) -> Found {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard pattern.withCString({ Glibc.glob($0, 0, nil, &matches) }) == 0,
      let paths = matches.gl_pathv
    else {
      return .nothing("matches no file: check the pattern")
    }
    let names = (0..<Int(matches.gl_pathc)).compactMap { paths[$0] }.map { path in
      FileName(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
    return .matches(names.sorted { NaturalOrder.precedes($0.bytes, $1.bytes) })
  }

  /// Passes the inputs in a list to `body`. Returns the error of reading the list, if there is one.
  private static func list(
    _ argument: FileName,
    _ body: (FileName) throws -> Void
  ) rethrows -> ListFile.ReadError? {
    var failure: ListFile.ReadError?
    try ListFile.read(FileName(argument.bytes.dropFirst())) { line, _ in
      try body(line)
    } failed: {
      failure = $0
    }
    return failure
  }
}

/// Inputs that belong together, such as the streams in a directory or joined segments.
struct InputGroup: Equatable {
  enum Member: Equatable {
    /// A file, a named pipe or a device.
    case path(String)
    /// A file, a named pipe or a device whose name is not valid UTF-8.
    case bytes(FileName)
    case standardInput
    /// A web address or a feed on the network.
    case url(InputURL)
    /// Segments that are read as one stream.
    case joined(JoinedSegments)
  }

  var argument: String
  var members: [Member]
  /// Whether the members were found in a directory, not named by the user. Found members that are not streams are
  /// skipped.
  var isSearched = false
  var directory: FileName?
  /// The error messages, each with a name, the reason and the remedy.
  var problems: [String] = []
}

extension InputGroup.Member {
  /// The name of the input; for a URL, the whole URL with its secrets.
  var text: String { if case .url(let url) = self { url.text } else { name } }

  var name: String {
    switch self {
    case .path(let path): FileNameText.text(of: path.utf8)
    case .bytes(let name): name.text
    case .standardInput: "-"
    case .url(let url): url.name
    case .joined(let segments): segments.name
    }
  }
}
