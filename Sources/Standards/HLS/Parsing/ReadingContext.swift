/// The state that reading any tag needs: limits, variables, and a place for faults.
struct ReadingContext {
  /// The parameters in the query of the playlist's address.
  private(set) lazy var queryValues = URIQuery(of: uri).values
  let uri: String
  let limits: PlaylistLimits
  var variables: VariableTable
  private(set) var log: FaultLog
  /// Date ranges, cues, parts and unknown tags kept so far.
  private var annotationCount = 0

  init(uri: String, importable: [String: String], limits: PlaylistLimits) {
    self.uri = uri
    self.limits = limits
    variables = VariableTable(importable: importable, limits: limits)
    log = FaultLog(limit: limits.faultsPerKind)
  }

  mutating func note(
    _ kind: PlaylistFaultKind,
    line: Int,
    _ message: @autoclosure () -> String
  ) {
    log.add(kind, line: line, message())
  }

  /// Notes that no more of something is kept.
  mutating func noteLimit(_ limit: Int, _ what: String, line: Int) {
    note(.limitReached, line: line, "only \(limit) \(what) are kept")
  }

  /// Whether one more annotation may be kept; notes it when not.
  mutating func admitsAnnotation(line: Int) -> Bool {
    guard annotationCount < limits.annotations else {
      let kept = "date ranges, cues, parts and unknown tags"
      noteLimit(limits.annotations, kept, line: line)
      return false
    }
    annotationCount += 1
    return true
  }

  /// The text of `bytes`: invalid UTF-8 becomes U+FFFD, with a fault.
  mutating func text(_ bytes: ArraySlice<UInt8>, line: Int) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    note(.invalidUTF8, line: line, "the line is not valid UTF-8")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of `bytes` with variables replaced.
  mutating func expandedText(
    _ bytes: ArraySlice<UInt8>,
    line: Int
  ) throws(PlaylistError) -> String {
    let plain = text(bytes, line: line)
    guard VariableTable.hasReference(bytes) else { return plain }
    let (expanded, undefined) = try variables.expand(plain, line: line)
    for name in undefined {
      note(
        .variableUndefined,
        line: line,
        "no variable {$\(Excerpt.of(name))} is defined: it is not replaced"
      )
    }
    return expanded
  }

  /// Keeps a tag that is not known.
  mutating func unknownTag(_ name: String, _ value: ArraySlice<UInt8>?, line: Int) -> UnknownTag? {
    guard admitsAnnotation(line: line) else { return nil }
    return UnknownTag(name: name, value: value.map { text($0, line: line) }, line: line)
  }
}
