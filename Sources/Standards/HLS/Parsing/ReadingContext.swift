/// The limits, the variables and the faults of a playlist while its tags are read.
struct ReadingContext {
  private(set) lazy var queryValues = URIQuery(of: uri).values
  let uri: String
  let limits: PlaylistLimits
  var variables: VariableTable
  private(set) var log: FaultLog
  /// The number of items kept so far that count towards ``PlaylistLimits/annotations``.
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

  mutating func noteLimit(_ limit: Int, _ what: String, line: Int) {
    note(.limitReached, line: line, "only \(limit) \(what) are kept")
  }

  /// Counts an annotation if the limit allows one more; otherwise reports the limit and returns false.
  mutating func admitsAnnotation(line: Int) -> Bool {
    guard annotationCount < limits.annotations else {
      let kept = "date ranges, cues, parts, preload hints, rendition reports and unknown tags"
      noteLimit(limits.annotations, kept, line: line)
      return false
    }
    annotationCount += 1
    return true
  }

  /// The text of `bytes`. Invalid UTF-8 becomes U+FFFD and is reported as a fault.
  mutating func text(_ bytes: ArraySlice<UInt8>, line: Int) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    note(.invalidUTF8, line: line, "the line is not valid UTF-8")
    return String(decoding: bytes, as: UTF8.self)
  }

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
        "the variable {$\(Excerpt.of(name))} is not defined: the reference to it is kept as text"
      )
    }
    return expanded
  }

  /// An unknown tag; nil if the playlist has reached the limit of annotations.
  mutating func unknownTag(_ name: String, _ value: ArraySlice<UInt8>?, line: Int) -> UnknownTag? {
    guard admitsAnnotation(line: line) else { return nil }
    return UnknownTag(name: name, value: value.map { text($0, line: line) }, line: line)
  }
}

/// Byte ranges (RFC 8216, section 4.3.2.2).
extension ReadingContext {
  /// Reads `length` or `length@offset`.
  mutating func byteRange(
    _ value: ArraySlice<UInt8>,
    of tag: String,
    line: Int
  ) -> (length: Int, offset: Int?)? {
    let numbers = value.split(
      separator: UInt8(ascii: "@"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let offset = numbers.count == 2 ? DecimalText.integer(ASCIISpace.trim(numbers[1])) : nil
    if let text = numbers.first, let length = DecimalText.integer(ASCIISpace.trim(text)) {
      if numbers.count == 2, offset == nil { noteInvalidRange(value, of: tag, line: line) }
      return (length, offset)
    }
    noteInvalidRange(value, of: tag, line: line)
    return nil
  }

  /// The range with this length and offset in bytes. If its end exceeds 2⁶³−1, the result is nil and a fault is
  /// reported.
  mutating func byteRange(length: Int, offset: Int, line: Int) -> ByteRange? {
    if length == 0 { note(.byteRangeInvalid, line: line, "the byte range is empty") }
    if let range = ByteRange(offset: offset, length: length) { return range }
    note(.byteRangeInvalid, line: line, "the byte range ends beyond any file size: it is ignored")
    return nil
  }

  /// The start of a range without offset: the end of the previous range in the same resource. If there is no such
  /// range, the start is 0 and a fault is reported.
  mutating func continuedOffset(
    of last: (uri: String, end: Int)?,
    _ uri: String,
    line: Int
  ) -> Int {
    if let last, last.uri == uri { return last.end }
    note(
      .byteRangeWithoutOffset,
      line: line,
      "the byte range has no offset and continues no range of the same URI: it is read from byte 0"
    )
    return 0
  }

  private mutating func noteInvalidRange(_ value: ArraySlice<UInt8>, of tag: String, line: Int) {
    note(
      .byteRangeInvalid,
      line: line,
      "\(tag): the byte range \"\(Excerpt.of(value))\" is not LENGTH@OFFSET"
    )
  }
}

extension ReadingContext {
  private static let dateRangeAttributes: Set<String> = [
    "ID", "CLASS", "START-DATE", "CUE", "END-DATE", "DURATION", "PLANNED-DURATION", "END-ON-NEXT",
    "SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN",
  ]

  /// The date range of an EXT-X-DATERANGE (RFC 8216, section 4.3.2.7).
  mutating func dateRange(_ list: AttributeList) -> DateRange {
    var range = DateRange(id: requiredString("ID", of: list), line: list.line)
    range.dateRangeClass = quotedString("CLASS", of: list)
    range.startDate = date("START-DATE", of: list)
    range.cues = dateRangeCues(list)
    range.endDate = date("END-DATE", of: list)
    range.duration = duration("DURATION", of: list)
    range.plannedDuration = duration("PLANNED-DURATION", of: list)
    range.endsOnNext = flag("END-ON-NEXT", of: list)
    range.scte35Command = hexadecimal("SCTE35-CMD", of: list)
    range.scte35Out = hexadecimal("SCTE35-OUT", of: list)
    range.scte35In = hexadecimal("SCTE35-IN", of: list)
    range.otherAttributes = list.others(than: Self.dateRangeAttributes)
    return range
  }

  private mutating func dateRangeCues(_ list: AttributeList) -> [DateRange.Cue] {
    guard let value = quotedString("CUE", of: list) else { return [] }
    return value.split(separator: ",").compactMap { word in
      guard let cue = DateRange.Cue(rawValue: String(word)) else {
        noteInvalid("CUE", String(word), of: list, wanted: "PRE, POST or ONCE")
        return nil
      }
      return cue
    }
  }
}
