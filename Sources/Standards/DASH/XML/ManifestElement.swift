/// An element of a manifest, as a value that does not depend on the parser.
struct ManifestElement: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// As written, with its prefix.
    var name: String
    var value: String

    /// The name without its prefix.
    var localName: Substring { name.split(separator: ":").last ?? "" }
  }

  enum Node: Sendable, Hashable {
    case element(ManifestElement)
    case text(String)
  }

  /// As written, with its prefix.
  var name: String
  /// The name without its prefix.
  var localName: String
  /// Empty if there is none.
  var namespace: String
  /// In document order, including declarations of namespaces.
  var attributes: [Attribute] = []
  /// White space between elements is omitted.
  var children: [Node] = []
  /// The line of the document on which it starts, counted from 1.
  var line: Int

  /// An attribute without namespace.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// An attribute in any namespace.
  func attribute(local name: String) -> String? {
    attributes.first { $0.localName == name }?.value
  }

  var elements: some Sequence<ManifestElement> {
    children.lazy.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The child elements of the same vocabulary, in document order: elements of other namespaces may have the same names.
  var ownElements: some Sequence<ManifestElement> {
    elements.filter { child in
      child.namespace == namespace || child.namespace.lowercased() == namespace.lowercased()
    }
  }

  /// The child elements with a given name of the same vocabulary, in document order.
  func elements(_ name: String) -> [ManifestElement] { ownElements.filter { $0.localName == name } }

  func first(_ name: String) -> ManifestElement? { ownElements.first { $0.localName == name } }

  /// The text in it, without the text of child elements, and without leading and trailing white
  /// space.
  var text: String {
    let text = children.reduce(into: "") { text, node in
      if case .text(let part) = node { text += part }
    }
    return XMLSpace.trim(text)
  }
}

/// White space, as XML defines it.
enum XMLSpace {
  static func contains(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  static func trim(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !contains($0) }),
      let last = bytes.lastIndex(where: { !contains($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// The words separated by white space.
  static func words(_ text: String) -> [String] {
    text.utf8.split(whereSeparator: contains).map { String(Substring($0)) }
  }
}
