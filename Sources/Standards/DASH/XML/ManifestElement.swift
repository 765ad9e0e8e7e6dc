import Formats

/// An element of a manifest, independent of the XML parser.
struct ManifestElement: Sendable, Hashable {
  struct Attribute: Sendable, Hashable {
    /// The name as written, with its prefix.
    var name: String
    var value: String

    var localName: Substring { name.split(separator: ":").last ?? "" }
  }

  enum Node: Sendable, Hashable {
    case element(ManifestElement)
    case text(String)
  }

  /// The name as written, with its prefix.
  var name: String
  var localName: String
  /// The namespace; empty if the name has no namespace.
  var namespace: String
  /// The attributes in document order, including namespace declarations.
  var attributes: [Attribute] = []
  /// The child nodes, without white space between elements.
  var children: [Node] = []
  var line: Int

  /// The value of the attribute that has this name as written.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The value of an attribute in any namespace or in none.
  func attribute(local name: String) -> String? {
    attributes.first { $0.localName == name }?.value
  }

  var elements: some Sequence<ManifestElement> {
    children.lazy.compactMap { node in
      if case .element(let element) = node { element } else { nil }
    }
  }

  /// The child elements in the namespace of this element, in document order. Elements of other namespaces, which may
  /// have the same names, are left out.
  var ownElements: some Sequence<ManifestElement> {
    elements.filter { child in
      child.namespace == namespace || child.namespace.lowercased() == namespace.lowercased()
    }
  }

  /// The child elements called `name` in the namespace of this element, in document order.
  func elements(_ name: String) -> [ManifestElement] { ownElements.filter { $0.localName == name } }

  func first(_ name: String) -> ManifestElement? { ownElements.first { $0.localName == name } }

  /// The text of the element, without the text of child elements and without white space at both ends.
  var text: String {
    let text = children.reduce(into: "") { text, node in
      if case .text(let part) = node { text += part }
    }
    return XMLSpace.trim(text)
  }
}

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

  static func words(_ text: String) -> [String] {
    text.utf8.split(whereSeparator: contains).map { String(Substring($0)) }
  }
}

extension ManifestElement {
  /// The content of the element as self-contained XML in UTF-8. Namespaces that outer elements declare are declared
  /// again where they are used. `scope` maps prefixes to these namespaces.
  func contentBytes(scope: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    let scope = scope.merging(declarations) { $1 }
    for child in children { child.write(to: &bytes, scope: scope, declared: []) }
    return bytes
  }

  /// The namespaces declared here, by prefix. The default namespace has an empty prefix.
  var declarations: [String: String] {
    attributes.reduce(into: [:]) { declarations, attribute in
      if attribute.name == "xmlns" {
        declarations[""] = attribute.value
      } else if attribute.name.hasPrefix("xmlns:") {
        declarations[String(attribute.name.dropFirst(6))] = attribute.value
      }
    }
  }

  private static func prefix(_ name: String) -> String {
    name.firstIndex(of: ":").map { String(name[..<$0]) } ?? ""
  }

  fileprivate func write(
    to bytes: inout [UInt8],
    scope: [String: String],
    declared: Set<String>
  ) {
    let own = declarations
    var declared = declared.union(own.keys)
    let scope = scope.merging(own) { $1 }
    bytes += "<\(name)".utf8
    let names = [name] + attributes.map(\.name).filter { $0.contains(":") }
    for prefix in names.map(Self.prefix)
    where prefix != "xmlns" && prefix != "xml" && !declared.contains(prefix) {
      guard let namespace = scope[prefix], !namespace.isEmpty else { continue }
      declared.insert(prefix)
      let name = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
      bytes += " \(name)=\"\(XMLText.escaping(namespace))\"".utf8
    }
    for attribute in attributes {
      bytes += " \(attribute.name)=\"\(XMLText.escaping(attribute.value))\"".utf8
    }
    guard !children.isEmpty else {
      bytes += "/>".utf8
      return
    }
    bytes += ">".utf8
    for child in children { child.write(to: &bytes, scope: scope, declared: declared) }
    bytes += "</\(name)>".utf8
  }
}

extension ManifestElement.Node {
  fileprivate func write(
    to bytes: inout [UInt8],
    scope: [String: String],
    declared: Set<String>
  ) {
    switch self {
    case .element(let element): element.write(to: &bytes, scope: scope, declared: declared)
    case .text(let text): bytes += XMLText.escaping(text).utf8
    }
  }
}
