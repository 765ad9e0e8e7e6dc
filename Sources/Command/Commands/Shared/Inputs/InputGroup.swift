import Formats

/// The inputs of one argument.
struct InputGroup: Equatable {
  /// One thing to read.
  enum Member: Equatable {
    /// A file, a named pipe or a device.
    case path(String)
    /// The same under a name that is not UTF-8.
    case bytes(FileName)
    case standardInput
    /// Something on the network.
    case url(InputURL)
    /// Segments that are read as one stream.
    case joined(JoinedSegments)
  }

  var argument: String
  /// The inputs to read, in order.
  var members: [Member]
  /// Whether the members were found rather than named: those that hold no stream are skipped.
  var isSearched = false
  /// The directory that was searched.
  var directory: FileName?
  /// The errors: the name, the reason and the remedy.
  var problems: [String] = []
}

extension InputGroup.Member {
  /// What was named, with the secrets of a URL.
  var text: String { if case .url(let url) = self { url.text } else { name } }

  /// The name in results and diagnostics.
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
