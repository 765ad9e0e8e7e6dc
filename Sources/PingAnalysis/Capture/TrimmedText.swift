extension String {
  /// Without white space at both ends, and without byte order marks at the start.
  var trimmed: String {
    let start = drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
