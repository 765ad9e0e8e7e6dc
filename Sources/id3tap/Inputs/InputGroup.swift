/// What one argument stands for.
struct InputGroup: Equatable {
  /// One thing to read.
  enum Member: Equatable {
    /// A file, a named pipe or a device.
    case path(String)
    /// Standard input.
    case standardInput
  }

  /// The argument.
  var argument: String
  /// What to read, in order.
  var members: [Member]
  /// Whether the members were found rather than named: those that hold no stream are passed over.
  var isSearched = false
  /// Why there are no members: what happened and what to do.
  var problem: String?
}

extension InputGroup.Member {
  /// The name in results and diagnostics.
  var name: String {
    switch self {
    case .path(let path): path
    case .standardInput: "-"
    }
  }
}
