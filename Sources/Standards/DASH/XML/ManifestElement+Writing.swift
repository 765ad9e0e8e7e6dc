import Formats

extension ManifestElement {
  /// The elements and the text in it as self-contained XML: namespaces that are declared on outer
  /// elements are declared again.
  ///
  /// - Parameter scope: The declarations in force around this element, by prefix.
  /// - Returns: Bytes in UTF-8.
  func contentBytes(scope: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    let scope = scope.merging(declarations) { $1 }
    for child in children { child.write(to: &bytes, scope: scope, declared: []) }
    return bytes
  }

  /// The namespaces declared here, by prefix; the prefix of the default namespace is empty.
  var declarations: [String: String] {
    attributes.reduce(into: [:]) { declarations, attribute in
      if attribute.name == "xmlns" {
        declarations[""] = attribute.value
      } else if attribute.name.hasPrefix("xmlns:") {
        declarations[String(attribute.name.dropFirst(6))] = attribute.value
      }
    }
  }

  /// The text before the colon; empty if there is none.
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
