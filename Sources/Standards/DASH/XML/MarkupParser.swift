import CLibXML2
import Formats

/// Reads an XML document in UTF-8 from memory with libxml2. Network access is off. Document types and entities that XML
/// does not predefine are rejected.
struct MarkupParser {
  /// Initializes the library once per process, before threads use it.
  private static let isInitialized: Bool = {
    xmlInitParser()
    return true
  }()

  private let reader: xmlTextReaderPtr
  private var names: [UnsafePointer<xmlChar>: String] = [:]
  private var open: [ManifestElement] = []
  private var root: ManifestElement?

  static func parse(
    _ bytes: [UInt8],
    limits: ManifestLimits
  ) throws(ManifestError) -> ManifestElement {
    guard bytes.count <= limits.bytes, let size = Int32(exactly: bytes.count) else {
      throw ManifestError(
        .limit,
        line: 1,
        "the manifest has \(bytes.count) bytes, but at most \(limits.bytes) are read"
      )
    }
    guard isInitialized, !bytes.isEmpty else {
      throw ManifestError(.notXML, line: 1, "the manifest is empty")
    }
    let result = bytes.withUnsafeBufferPointer {
      buffer -> Result<ManifestElement, ManifestError> in
      do throws(ManifestError) {
        try MarkupScan.check(buffer, limits: limits)
        return .success(try read(buffer, size: size))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    size: Int32
  ) throws(ManifestError) -> ManifestElement {
    xmlResetLastError()
    let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    guard let reader = xmlReaderForMemory(start, size, nil, "UTF-8", id3tap_xml_options) else {
      throw ManifestError(.notXML, line: 1, "the XML parser could not be started")
    }
    defer { xmlFreeTextReader(reader) }
    var parser = MarkupParser(reader: reader)
    return try parser.run()
  }

  private init(reader: xmlTextReaderPtr) { self.reader = reader }

  private mutating func run() throws(ManifestError) -> ManifestElement {
    while true {
      let status = xmlTextReaderRead(reader)
      if status == 0 { break }
      guard status == 1 else { throw failure() }
      try take(xmlReaderTypes(rawValue: UInt32(max(0, xmlTextReaderNodeType(reader)))))
    }
    guard let root, open.isEmpty else { throw failure() }
    return root
  }

  private mutating func take(_ type: xmlReaderTypes) throws(ManifestError) {
    switch type {
    case XML_READER_TYPE_ELEMENT:
      let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
      open.append(element())
      if isEmpty { close() }
    case XML_READER_TYPE_END_ELEMENT:
      close()
    case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA, XML_READER_TYPE_SIGNIFICANT_WHITESPACE,
      XML_READER_TYPE_WHITESPACE:
      if !open.isEmpty, let value = xmlTextReaderConstValue(reader) {
        open[open.count - 1].append(String(cString: value))
      }
    case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY, XML_READER_TYPE_ENTITY_REFERENCE:
      throw ManifestError(
        .documentType,
        line: line,
        "a reference to an entity that XML does not predefine: manifests do not need such entities"
      )
    default:
      // Comments, processing instructions, and the XML declaration are skipped.
      break
    }
  }

  private mutating func element() -> ManifestElement {
    var element = ManifestElement(
      name: name(xmlTextReaderConstName(reader)),
      localName: name(xmlTextReaderConstLocalName(reader)),
      namespace: name(xmlTextReaderConstNamespaceUri(reader)),
      line: line
    )
    let count = xmlTextReaderAttributeCount(reader)
    if count > 0 { element.attributes.reserveCapacity(Int(count)) }
    while xmlTextReaderMoveToNextAttribute(reader) == 1 {
      let value = xmlTextReaderConstValue(reader).map { String(cString: $0) } ?? ""
      element.attributes.append(.init(name: name(xmlTextReaderConstName(reader)), value: value))
    }
    return element
  }

  private mutating func close() {
    guard var element = open.popLast() else { return }
    element.dropSpaces()
    if open.isEmpty {
      root = root ?? element
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  /// The text of a name. The parser stores each name only once, so equal pointers mean equal names.
  private mutating func name(_ pointer: UnsafePointer<xmlChar>?) -> String {
    guard let pointer else { return "" }
    if let known = names[pointer] { return known }
    let name = String(cString: pointer)
    names[pointer] = name
    return name
  }

  private var line: Int {
    let node = xmlTextReaderCurrentNode(reader)
    return max(1, node.map { Int(xmlGetLineNo($0)) } ?? 1)
  }

  private func failure() -> ManifestError {
    guard let error = xmlGetLastError(), let message = error.pointee.message else {
      return ManifestError(.notXML, line: 1, "the document has no element")
    }
    let text = XMLSpace.trim(String(cString: message))
    return ManifestError(
      .notXML,
      line: max(1, Int(error.pointee.line)),
      "not well-formed XML: \(PrintableText.escaping(String(text.prefix(200))))"
    )
  }
}

extension ManifestElement {
  /// Appends text, which the parser may report in several parts.
  fileprivate mutating func append(_ text: String) {
    guard case .text(var longer) = children.last else {
      children.append(.text(text))
      return
    }
    // The last text is removed first, so that it grows without a copy.
    children.removeLast()
    longer += text
    children.append(.text(longer))
  }

  /// Removes white space between elements.
  fileprivate mutating func dropSpaces() {
    guard children.contains(where: { if case .element = $0 { true } else { false } }) else {
      return
    }
    children.removeAll { node in
      if case .text(let text) = node { text.utf8.allSatisfy(XMLSpace.contains) } else { false }
    }
  }
}
