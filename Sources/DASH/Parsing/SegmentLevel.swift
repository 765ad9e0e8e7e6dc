/// What one level of the manifest says about segments (5.3.9.1).
struct SegmentLevel {
  /// The three ways to describe them.
  enum Kind: String, CaseIterable {
    case template = "SegmentTemplate"
    case list = "SegmentList"
    case base = "SegmentBase"
  }

  private var elements: [Kind: ManifestElement] = [:]

  init(_ element: ManifestElement) {
    for child in element.elements {
      guard let kind = Kind(rawValue: child.localName), elements[kind] == nil,
        !child.resolvesToZero
      else { continue }
      elements[kind] = child
    }
  }

  var isEmpty: Bool { elements.isEmpty }

  /// The way that counts where there are several.
  var kind: Kind? { Kind.allCases.first { elements[$0] != nil } }

  subscript(kind: Kind) -> ManifestElement? { elements[kind] }
}

/// What all levels say: an attribute or an element that a level has takes the place of that above.
struct SegmentInformation {
  let kind: SegmentLevel.Kind
  /// Of this kind, from the lowest level.
  private let elements: [ManifestElement]

  /// - Parameter levels: From the lowest: Representation, AdaptationSet, Period.
  init?(levels: [SegmentLevel]) {
    guard let kind = levels.lazy.compactMap(\.kind).first else { return nil }
    self.kind = kind
    elements = levels.compactMap { $0[kind] }
  }

  /// The element of the lowest level, for its line.
  var element: ManifestElement? { elements.first }

  /// The element that has an attribute.
  func holder(of name: String) -> ManifestElement? { elements.first { $0[name] != nil } }

  func attribute(_ name: String) -> String? { holder(of: name)?[name] }

  func child(_ name: String) -> ManifestElement? {
    elements.lazy.compactMap { $0.first(name) }.first
  }

  /// The entries of a list; the lowest level that has any.
  func children(_ name: String) -> [ManifestElement] {
    elements.lazy.map { $0.elements(name) }.first { !$0.isEmpty } ?? []
  }
}

/// What a Representation puts into the addresses of its segments.
struct SegmentName {
  var representation: String
  var bandwidth: Int?
  var bases: [BaseURL]

  var addresses: [String] { bases.map(\.address) }
}

/// What all Representations of an AdaptationSet without a description of their own have in common.
struct SharedSegments {
  /// Of the AdaptationSet and of the Period.
  let levels: [SegmentLevel]
  var timing: SegmentTiming?
  var entries: [SegmentAddressing.Entry]?
}

/// When segments are, without where.
struct SegmentTiming {
  var timescale: UInt32 = 1
  var presentationTimeOffset: Int64 = 0
  var earliestTimeDelta: Int64?
  var startNumber: Int64 = 1
  var endNumber: Int64?
  var isListed = false
  /// `$SubNumber$` names the segments of sequences.
  var hasSequences = false
  var runs = SegmentRuns()
}
