import Formats

/// A reference to a remote element (XLink, 5.5): the elements at its address replace the element that contains it.
/// `onLoad` and `onRequest` are treated alike: both lead to elements that a player presents.
package struct ManifestLink: Sendable, Hashable {
  /// The name of the element, and of those that may replace it.
  package let element: String
  /// The address, resolved against that of the manifest; base URLs do not apply to it.
  package let address: String
  /// The line of the element, counted from 1.
  package let line: Int
  /// The element is removed without replacement.
  package let resolvesToZero: Bool

  /// The elements that may be remote, by the name of their parent.
  fileprivate static let children: [String: Set<String>] = [
    "MPD": ["Period"],
    "Period": ["AdaptationSet", "EventStream", "SegmentList"],
    "AdaptationSet": ["Representation", "SegmentList"],
    "Representation": ["SegmentList"],
  ]

  /// Nil if the element is not a reference.
  fileprivate init?(_ element: ManifestElement, in address: String) {
    guard let reference = element.remoteReference else { return nil }
    self.element = element.localName
    resolvesToZero = element.resolvesToZero
    self.address = resolvesToZero ? reference : URIReference.resolve(reference, against: address)
    line = element.line
  }
}

/// The elements that replace a reference.
package struct RemoteElements: Sendable, Hashable {
  fileprivate let elements: [ManifestElement]
  /// The number of elements, including nested ones.
  fileprivate let count: Int

  /// Wrapped around the elements: there may be several, and XML has one root.
  private static let start = Array(
    #"<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink">"#.utf8
  )
  private static let end = Array("</MPD>".utf8)

  /// Reads the content of the address of a reference.
  ///
  /// - Parameters:
  ///   - bytes: One or more elements with the name in the reference, in UTF-8.
  ///   - link: The reference.
  ///   - limits: The limits on what is read.
  /// - Throws: If it contains anything else; the reference is then ignored (5.5.3).
  package init(
    parsing bytes: [UInt8],
    for link: ManifestLink,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) {
    guard bytes.count <= limits.bytes else {
      throw ManifestError(.limit, line: 1, "\(bytes.count) bytes; \(limits.bytes) are read at most")
    }
    var limits = limits
    limits.bytes += Self.start.count + Self.end.count
    let content = Self.withoutDeclaration(bytes)
    let root = try MarkupParser.parse(Self.start + content + Self.end, limits: limits)
    var elements: [ManifestElement] = []
    for element in root.elements {
      guard element.localName == link.element else {
        throw ManifestError(
          .notManifest,
          line: element.line,
          "the element \(brief(element.localName)) where \(link.element) belongs"
        )
      }
      elements.append(element)
    }
    guard !elements.isEmpty else {
      throw ManifestError(.notManifest, line: 1, "no element \(link.element)")
    }
    self.elements = elements
    count = elements.reduce(0) { $0 + $1.count }
  }

  /// The bytes after the byte order mark and the XML declaration: these are allowed at the start
  /// only.
  private static func withoutDeclaration(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let mark = Array("<?xml".utf8)
    guard text.starts(with: mark),
      text.dropFirst(mark.count).first.map(XMLSpace.contains) ?? false,
      let end = text.firstIndex(of: UInt8(ascii: ">"))
    else { return text }
    return text[(end + 1)...]
  }
}

extension ManifestDocument {
  /// The references to remote elements, in document order, without those inside remote elements.
  package var links: [ManifestLink] {
    var links: [ManifestLink] = []
    find(&links, in: root)
    return links
  }

  private func find(_ links: inout [ManifestLink], in element: ManifestElement) {
    guard let names = ManifestLink.children[element.localName] else { return }
    for case .element(let child) in element.children where names.contains(child.localName) {
      if let link = ManifestLink(child, in: presentation.address) {
        links.append(link)
      } else {
        find(&links, in: child)
      }
    }
  }

  /// Replaces references by remote elements. References in remote elements are not followed: notes report them.
  ///
  /// - Parameter remote: The elements for a reference; nil: the element keeps its content, and the reference is
  ///   removed (5.5.3).
  /// - Returns: The manifest with the remote elements.
  /// - Throws: If the result cannot be read.
  package func resolvingLinks(
    _ remote: (ManifestLink) -> RemoteElements?
  ) throws(ManifestError) -> ManifestDocument {
    var room = limits.elements - root.count
    let root = try resolved(root, remote, &room)
    var size = DocumentSize()
    guard root.isWithin(limits, adding: &size, depth: 1) else { throw Self.tooMuch }
    return try ManifestDocument(root: root, address: presentation.address, limits: limits)
  }

  private static let tooMuch = ManifestError(
    .limit,
    line: 1,
    "the manifest with its remote elements goes beyond the limits"
  )

  /// The element with references replaced by remote elements. `room` is the number of elements that may be added:
  /// several references may lead to the same elements.
  private func resolved(
    _ element: ManifestElement,
    _ remote: (ManifestLink) -> RemoteElements?,
    _ room: inout Int
  ) throws(ManifestError) -> ManifestElement {
    guard let names = ManifestLink.children[element.localName] else { return element }
    var result = element
    // Built from scratch: removing elements one by one would move all elements after them each
    // time.
    result.children = []
    result.children.reserveCapacity(element.children.count)
    for node in element.children {
      guard case .element(let child) = node, names.contains(child.localName) else {
        result.children.append(node)
        continue
      }
      guard let link = ManifestLink(child, in: presentation.address) else {
        result.children.append(.element(try resolved(child, remote, &room)))
        continue
      }
      if link.resolvesToZero { continue }
      guard let found = remote(link) else {
        result.children.append(.element(child.withoutReference))
        continue
      }
      room -= found.count
      guard room >= 0 else { throw Self.tooMuch }
      result.children += found.elements.map { .element($0.placed(at: link.line)) }
    }
    return result
  }
}

extension ManifestElement {
  /// The address of a remote element that resolves to nothing (5.5.3).
  private static let zero = "urn:mpeg:dash:resolve-to-zero:2013"

  /// The address of the remote element; nil if the element is not a reference.
  var remoteReference: String? {
    let reference = attributes.first { $0.name.contains(":") && $0.localName == "href" }
    return reference.map { XMLSpace.trim($0.value) }
  }

  /// Whether the element is a reference to nothing.
  var resolvesToZero: Bool { remoteReference == Self.zero }

  /// The element without the attributes that make it a reference.
  var withoutReference: ManifestElement {
    var element = self
    element.attributes.removeAll { attribute in
      attribute.name.contains(":") && ["href", "actuate"].contains(attribute.localName)
    }
    return element
  }

  /// The number of elements: this one and all nested ones.
  fileprivate var count: Int { elements.reduce(1) { $0 + $1.count } }

  /// The element and all nested ones, with a line of the document into which they are inserted.
  fileprivate func placed(at line: Int) -> ManifestElement {
    var element = self
    element.line = line
    element.children = children.map { node in
      if case .element(let child) = node { .element(child.placed(at: line)) } else { node }
    }
    return element
  }
}
