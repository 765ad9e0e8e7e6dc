/// An element of a manifest, of its own: nothing of the parser is left in it.
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
  /// Empty where there is none.
  var namespace: String
  /// In their order, declarations of namespaces included.
  var attributes: [Attribute] = []
  /// Text of white space alone is left out where there are elements.
  var children: [Node] = []
  /// Where it starts in the document it was read from, counted from 1.
  var line: Int

  /// An attribute without namespace.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// An attribute of whatever namespace.
  func attribute(local name: String) -> String? {
    attributes.first { $0.localName == name }?.value
  }

  var elements: some Sequence<ManifestElement> {
    children.lazy.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The elements of a name in it, in their order.
  func elements(_ name: String) -> [ManifestElement] { elements.filter { $0.localName == name } }

  func first(_ name: String) -> ManifestElement? { elements.first { $0.localName == name } }

  /// The text in it, without that in elements and without white space around it.
  var text: String {
    let text = children.reduce(into: "") { text, node in
      if case .text(let part) = node { text += part }
    }
    return XMLSpace.trim(text)
  }
}

/// What XML calls white space.
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

  /// The words between white space.
  static func words(_ text: String) -> [String] {
    text.utf8.split(whereSeparator: contains).map { String(Substring($0)) }
  }
}
