/// Checks the bytes of a manifest before parsing, and rejects all markup that could take disproportionate time or
/// memory: document types, too many elements or attributes, and too deep nesting.
struct MarkupScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: ManifestLimits
  private var position = 0
  private var line = 1
  private var depth = 0
  private var elements = 0

  /// - Throws: `documentType`, `limit`, or `notXML` if markup does not end.
  static func check(
    _ bytes: UnsafeBufferPointer<UInt8>,
    limits: ManifestLimits
  ) throws(ManifestError) {
    var scan = MarkupScan(bytes: bytes, limits: limits)
    try scan.run()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: ManifestLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func run() throws(ManifestError) {
    while position < bytes.count {
      if next() != UInt8(ascii: "<") { continue }
      if skip("!--") {
        try skip(through: "-->")
      } else if skip("![CDATA[") {
        try skip(through: "]]>")
      } else if skip("?") {
        try skip(through: "?>")
      } else if skip("!") {
        throw ManifestError(
          .documentType,
          line: line,
          "a document type declaration, which can define entities: manifests do not need one"
        )
      } else if skip("/") {
        depth -= 1
        try skip(through: ">")
      } else {
        try startTag()
      }
    }
  }

  private mutating func startTag() throws(ManifestError) {
    let start = line
    elements += 1
    depth += 1
    guard elements <= limits.elements else {
      throw ManifestError(.limit, line: start, "more than \(limits.elements) elements")
    }
    guard depth <= limits.depth else {
      throw ManifestError(.limit, line: start, "more than \(limits.depth) levels of elements")
    }
    var attributes = 0
    var last: UInt8 = 0
    while position < bytes.count {
      let byte = next()
      if byte == UInt8(ascii: ">") {
        if last == UInt8(ascii: "/") { depth -= 1 }
        return
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        attributes += 1
        guard attributes <= limits.attributes else {
          throw ManifestError(.limit, line: start, "more than \(limits.attributes) attributes")
        }
        while position < bytes.count, next() != byte {}
      }
      last = byte
    }
    throw ManifestError(.notXML, line: start, "a start tag does not end")
  }

  private mutating func next() -> UInt8 {
    let byte = bytes[position]
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  /// Skips `word` if it is at the current position. The word must not contain a line feed.
  private mutating func skip(_ word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount <= bytes.count - position else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[position + offset] != word.utf8Start[offset] {
      return false
    }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func skip(through word: StaticString) throws(ManifestError) {
    let start = line
    while position < bytes.count {
      if skip(word) { return }
      _ = next()
    }
    throw ManifestError(.notXML, line: start, "the markup does not end")
  }
}
