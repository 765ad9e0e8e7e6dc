/// The description of segments on one level of the manifest (5.3.9.1).
struct SegmentLevel {
  /// The three ways to describe segments.
  enum Kind: String, CaseIterable {
    case template = "SegmentTemplate"
    case list = "SegmentList"
    case base = "SegmentBase"
  }

  private var elements: [Kind: ManifestElement] = [:]

  init(_ element: ManifestElement) {
    for child in element.ownElements {
      guard let kind = Kind(rawValue: child.localName), elements[kind] == nil else { continue }
      elements[kind] = child
    }
  }

  var isEmpty: Bool { elements.isEmpty }

  /// The kind that applies if there are several.
  var kind: Kind? { Kind.allCases.first { elements[$0] != nil } }

  subscript(kind: Kind) -> ManifestElement? { elements[kind] }
}

/// The description from all levels: an attribute or element of a lower level overrides that of a
/// higher one.
struct SegmentInformation {
  let kind: SegmentLevel.Kind
  /// The elements of this kind, lowest level first.
  private let elements: [ManifestElement]

  /// - Parameter levels: Lowest first: Representation, AdaptationSet, Period.
  init?(levels: [SegmentLevel]) {
    guard let kind = levels.lazy.compactMap(\.kind).first else { return nil }
    self.kind = kind
    elements = levels.compactMap { $0[kind] }
  }

  /// The element of the lowest level, used for its line number.
  var element: ManifestElement? { elements.first }

  /// The element that has an attribute.
  func holder(of name: String) -> ManifestElement? { elements.first { $0[name] != nil } }

  func attribute(_ name: String) -> String? { holder(of: name)?[name] }

  func child(_ name: String) -> ManifestElement? {
    elements.lazy.compactMap { $0.first(name) }.first
  }

  /// The entries of a list, from the lowest level that has any.
  func children(_ name: String) -> [ManifestElement] {
    elements.lazy.map { $0.elements(name) }.first { !$0.isEmpty } ?? []
  }
}

/// The values of a Representation that the addresses of its segments contain.
struct SegmentName {
  var representation: String
  var bandwidth: Int?
  var bases: [BaseURL]

  var addresses: [String] { bases.map(\.address) }
}

/// Results that Representations of an AdaptationSet share if they have no segment description of
/// their own.
struct SharedSegments {
  /// The levels of the AdaptationSet and of the Period.
  let levels: [SegmentLevel]
  var timing: SegmentTiming?
  var entries: [SegmentAddressing.Entry]?
}

/// The times of segments, without addresses.
struct SegmentTiming {
  var timescale: UInt32 = 1
  var presentationTimeOffset: Int64 = 0
  var earliestTimeDelta: Int64?
  var startNumber: Int64 = 1
  var endNumber: Int64?
  var isListed = false
  var runs = SegmentRuns()
}
