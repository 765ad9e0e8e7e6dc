import Formats

/// Applies a patch to a manifest (ISO/IEC 23009-1, 5.15; RFC 5261): `add`, `replace` and `remove`.
struct ManifestPatch {
  private var root: ManifestElement

  static func apply(
    _ patch: ManifestElement,
    to root: ManifestElement,
    limits: ManifestLimits
  ) throws(ManifestError) -> ManifestElement {
    try check(patch, fits: root)
    var result = ManifestPatch(root: root)
    var count = 0
    for operation in patch.elements {
      count += 1
      guard count <= limits.patchOperations else {
        throw ManifestError(
          .limit,
          line: operation.line,
          "more than \(limits.patchOperations) operations in a patch"
        )
      }
      try result.apply(operation)
    }
    var size = DocumentSize()
    guard result.root.isWithin(limits, adding: &size, depth: 1) else {
      throw ManifestError(.limit, line: 1, "the patched manifest goes beyond the limits")
    }
    try check(patch, leadsTo: result.root)
    return result.root
  }

  private static func check(
    _ patch: ManifestElement,
    fits root: ManifestElement
  ) throws(ManifestError) {
    func fault(_ message: String) -> ManifestError {
      ManifestError(.patch, line: patch.line, message)
    }
    guard patch.localName == "Patch" else {
      throw fault("the root is the element \(brief(patch.localName)), not Patch")
    }
    if let id = patch["mpdId"], id != root["id"] {
      throw fault("a patch to the manifest \"\(brief(id))\", which is not this one")
    }
    guard let text = patch["originalPublishTime"] else {
      throw fault("a patch that does not say which version it is for (originalPublishTime)")
    }
    let version = root["publishTime"]
    guard isSameTime(text, version) else {
      throw fault("a patch to the version of \(brief(text)), not of \(brief(version ?? "no time"))")
    }
  }

  /// Checks that the patched version has the publish time that the patch announces.
  private static func check(
    _ patch: ManifestElement,
    leadsTo root: ManifestElement
  ) throws(ManifestError) {
    let version = root["publishTime"]
    guard let text = patch["publishTime"], !isSameTime(text, version) else { return }
    throw ManifestError(
      .patch,
      line: patch.line,
      "a patch for the version of \(brief(text)) makes that of \(brief(version ?? "no time"))"
    )
  }

  private static func isSameTime(_ text: String, _ other: String?) -> Bool {
    guard let other, text != other else { return text == other }
    guard let time = DateTimeText.read(text)?.unixSeconds else { return false }
    return time == DateTimeText.read(other)?.unixSeconds
  }

  private mutating func apply(_ operation: ManifestElement) throws(ManifestError) {
    func fault(_ message: String) -> ManifestError {
      ManifestError(.patch, line: operation.line, message)
    }
    let text = operation["sel"] ?? ""
    guard let selector = ElementSelector(text) else {
      throw fault("the selector \"\(brief(text))\" is not supported")
    }
    guard let path = root.path(selector.steps) else {
      throw fault("\"\(brief(text))\" selects nothing, or more than one")
    }
    switch operation.localName {
    case "add": try add(operation, at: path, target: selector.target)
    case "replace": try replace(operation, at: path, target: selector.target)
    case "remove": try remove(operation, at: path, target: selector.target)
    default: throw fault("the operation \(brief(operation.localName)) is not supported")
    }
  }

  private mutating func add(
    _ operation: ManifestElement,
    at path: [Int],
    target: ElementSelector.Target
  ) throws(ManifestError) {
    let fault = ManifestError(
      .patch,
      line: operation.line,
      "an addition of a kind that is not supported"
    )
    guard target == .element else { throw fault }
    if let type = operation["type"] {
      guard type.hasPrefix("@"), type.count > 1 else { throw fault }
      let name = String(type.dropFirst())
      try root.change(at: path[...]) { (element) throws(ManifestError) in
        element.set(name, to: operation.text)
      }
      return
    }
    let position = operation["pos"]
    switch position {
    case nil, "prepend":
      try root.change(at: path[...]) { (element) throws(ManifestError) in
        let place = position == nil ? element.children.count : 0
        element.children.insert(contentsOf: operation.children, at: place)
      }
    case "before", "after":
      guard let last = path.last else { throw fault }
      try root.change(at: path.dropLast()) { (parent) throws(ManifestError) in
        let place = position == "before" ? last : last + 1
        parent.children.insert(contentsOf: operation.children, at: place)
      }
    default: throw fault
    }
  }

  private mutating func replace(
    _ operation: ManifestElement,
    at path: [Int],
    target: ElementSelector.Target
  ) throws(ManifestError) {
    let fault = ManifestError(.patch, line: operation.line, "a replacement without what replaces")
    switch target {
    case .element:
      guard let element = operation.elements.first(where: { _ in true }), !path.isEmpty else {
        throw fault
      }
      try root.change(at: path[...]) { (old) throws(ManifestError) in old = element }
    case .attribute(let name):
      try root.change(at: path[...]) { (element) throws(ManifestError) in
        guard element[name] != nil else { throw fault }
        element.set(name, to: operation.text)
      }
    case .text:
      try root.change(at: path[...]) { (element) throws(ManifestError) in
        element.removeText()
        element.children.append(.text(operation.text))
      }
    }
  }

  private mutating func remove(
    _ operation: ManifestElement,
    at path: [Int],
    target: ElementSelector.Target
  ) throws(ManifestError) {
    switch target {
    case .element:
      guard let last = path.last else {
        throw ManifestError(.patch, line: operation.line, "the whole manifest is to be removed")
      }
      try root.change(at: path.dropLast()) { (parent) throws(ManifestError) in
        parent.children.remove(at: last)
      }
    case .attribute(let name):
      try root.change(at: path[...]) { (element) throws(ManifestError) in
        element.attributes.removeAll { $0.name == name }
      }
    case .text:
      try root.change(at: path[...]) { (element) throws(ManifestError) in element.removeText() }
    }
  }
}

extension ManifestElement {
  fileprivate mutating func set(_ name: String, to value: String) {
    if let index = attributes.firstIndex(where: { $0.name == name }) {
      attributes[index].value = value
    } else {
      attributes.append(Attribute(name: name, value: value))
    }
  }

  fileprivate mutating func removeText() {
    children.removeAll { if case .text = $0 { true } else { false } }
  }

  /// Whether the element and all elements in it are within the limits.
  func isWithin(
    _ limits: ManifestLimits,
    adding size: inout DocumentSize,
    depth: Int
  ) -> Bool {
    size.add(self)
    guard size.elements <= limits.elements, size.bytes <= limits.bytes, depth <= limits.depth,
      attributes.count <= limits.attributes
    else { return false }
    for element in elements {
      guard element.isWithin(limits, adding: &size, depth: depth + 1) else { return false }
    }
    return true
  }
}

/// The minimum size of a document when it is written.
struct DocumentSize {
  var elements = 0
  var bytes = 0

  /// Bytes of `</>` around the name of an element without content, and of ` =""` around an attribute.
  private static let (elementMarks, attributeMarks) = (3, 4)

  /// Adds an element, without the elements in it.
  mutating func add(_ element: ManifestElement) {
    elements += 1
    bytes += element.name.utf8.count + Self.elementMarks
    for attribute in element.attributes {
      bytes += attribute.name.utf8.count + attribute.value.utf8.count + Self.attributeMarks
    }
    for case .text(let text) in element.children { bytes += text.utf8.count }
  }
}
