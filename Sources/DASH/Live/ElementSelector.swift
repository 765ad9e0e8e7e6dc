/// The part of XPath that patches use (RFC 5261, 4.1): `/MPD/Period[@id='1']/AdaptationSet[2]/@lang`.
struct ElementSelector {
  struct Step {
    /// Without prefix; `*` matches any name.
    var name: String
    /// Values that the attributes must have.
    var attributes: [(name: String, value: String)] = []
    /// The position among the matching elements, counted from 1.
    var position: Int?
  }

  /// What is selected: the element at the end of the steps, an attribute of it, or its text.
  enum Target: Equatable {
    case element
    case attribute(String)
    case text
  }

  private static let mostSteps = 64

  private(set) var steps: [Step] = []
  private(set) var target = Target.element

  /// Parses a selector; nil if it uses other parts of XPath.
  init?(_ text: String) {
    var rest = XMLSpace.trim(text).utf8[...]
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "/") {
        rest.removeFirst()
      } else if !steps.isEmpty {
        return nil
      }
      guard target == .element, steps.count < Self.mostSteps else { return nil }
      if rest.first == UInt8(ascii: "@") {
        target = .attribute(String(Substring(rest.dropFirst())))
        rest = rest[rest.endIndex...]
      } else if rest.elementsEqual("text()".utf8) || rest.elementsEqual("text()[1]".utf8) {
        target = .text
        rest = rest[rest.endIndex...]
      } else {
        guard let step = Self.step(&rest) else { return nil }
        steps.append(step)
      }
    }
    guard !steps.isEmpty else { return nil }
  }

  /// `AdaptationSet[@id='2'][1]`.
  private static func step(_ rest: inout Substring.UTF8View) -> Step? {
    let name = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "[") }
    rest = rest[name.endIndex...]
    let local = Substring(name).split(separator: ":").last ?? ""
    guard !local.isEmpty, !local.contains(where: { "()@ ".contains($0) }) else { return nil }
    var step = Step(name: String(local))
    while rest.first == UInt8(ascii: "[") {
      rest.removeFirst()
      guard step.position == nil, let predicate = predicate(&rest) else { return nil }
      if let position = Int(Substring(predicate)) {
        guard position > 0 else { return nil }
        step.position = position
      } else {
        guard predicate.first == UInt8(ascii: "@"),
          let mark = predicate.firstIndex(of: UInt8(ascii: "="))
        else { return nil }
        let name = predicate[..<mark].dropFirst()
        let quoted = predicate[predicate.index(after: mark)...]
        guard quoted.count >= 2, quoted.first == quoted.last,
          quoted.first == UInt8(ascii: "'") || quoted.first == UInt8(ascii: "\"")
        else { return nil }
        let value = String(Substring(quoted.dropFirst().dropLast()))
        step.attributes.append((XMLSpace.trim(String(Substring(name))), value))
      }
    }
    return step
  }

  /// The text up to the closing bracket, which is removed too; a bracket in quotes does not close
  /// it.
  private static func predicate(_ rest: inout Substring.UTF8View) -> Substring.UTF8View? {
    var quote: UInt8?
    for index in rest.indices {
      let byte = rest[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "]") {
        defer { rest = rest[rest.index(after: index)...] }
        return rest[..<index]
      }
    }
    return nil
  }
}

extension ElementSelector.Step {
  func fits(_ element: ManifestElement) -> Bool {
    (name == "*" || name == element.localName)
      && attributes.allSatisfy { element[$0.name] == $0.value }
  }
}

extension ManifestElement {
  /// The indexes of the children on the way to the selected element; nil if none is found, or more
  /// than one.
  func path(_ steps: [ElementSelector.Step]) -> [Int]? {
    guard let first = steps.first, first.fits(self), first.position ?? 1 == 1 else { return nil }
    var path: [Int] = []
    var current = self
    for step in steps.dropFirst() {
      var found: [Int] = []
      for (index, child) in current.children.enumerated() {
        if case .element(let element) = child, step.fits(element) { found.append(index) }
      }
      let place =
        step.position.map { $0 <= found.count ? found[$0 - 1] : nil }
        ?? (found.count == 1 ? found[0] : nil)
      guard let place, case .element(let next) = current.children[place] else { return nil }
      path.append(place)
      current = next
    }
    return path
  }

  /// Changes the element at a path.
  mutating func change(
    at path: ArraySlice<Int>,
    _ body: (inout ManifestElement) throws(ManifestError) -> Void
  ) throws(ManifestError) {
    guard let first = path.first else { return try body(&self) }
    guard children.indices.contains(first), case .element(var child) = children[first] else {
      return
    }
    // Moved out of the array, so that it is changed in place.
    children[first] = .text("")
    defer { children[first] = .element(child) }
    try child.change(at: path.dropFirst(), body)
  }
}
