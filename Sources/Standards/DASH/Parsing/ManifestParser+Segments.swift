import Formats

/// The addresses and times of the segments of a Representation (5.3.9).
extension ManifestParser {
  mutating func segments(
    of element: ManifestElement,
    name: SegmentName,
    in period: Period,
    shared: inout SharedSegments
  ) -> RepresentationSegments {
    let own = SegmentLevel(element)
    var segments = RepresentationSegments()
    segments.availabilityTimeOffset = name.bases.first?.availabilityTimeOffset ?? 0
    segments.isAvailableComplete = name.bases.first?.isAvailableComplete ?? true
    let information = SegmentInformation(levels: [own] + shared.levels)
    if information?.kind ?? .base == .base, name.addresses == [presentation.address] {
      notes.add(
        .missing,
        "BaseURL",
        element,
        "the manifest gives no address for Representation \"\(brief(name.representation))\""
      )
      return segments
    }
    guard let information else {
      // The base URL is the segment.
      segments.source = .whole(bases: name.addresses)
      segments.runs.append(
        number: 1,
        time: 0,
        duration: ticks(period.duration, timescale: 1),
        count: 1
      )
      segments.isListed = true
      return segments
    }
    let timing: SegmentTiming
    if own.isEmpty, let known = shared.timing {
      timing = known
    } else {
      timing = self.timing(information, in: period, element)
      if own.isEmpty { shared.timing = timing }
    }
    segments.take(timing)
    if let holder = information.holder(of: "availabilityTimeOffset") {
      segments.availabilityTimeOffset += max(0, number(holder, "availabilityTimeOffset") ?? 0)
    }
    if information.attribute("availabilityTimeComplete") == "false" {
      segments.isAvailableComplete = false
    }
    switch information.kind {
    case .template: readTemplate(information, name: name, into: &segments, element)
    case .list:
      var entries = own.isEmpty ? shared.entries : nil
      if entries == nil { entries = listEntries(information) }
      if own.isEmpty { shared.entries = entries }
      segments.source = .list(entries ?? [], bases: name.addresses)
      segments.initialization = location(information.child("Initialization"), name: name)
    case .base: readBase(information, name: name, into: &segments)
    }
    return segments
  }

  /// Converts seconds to ticks, rounded to the nearest tick. Returns nil if `seconds` is nil or too large.
  func ticks(_ seconds: Double?, timescale: UInt32) -> Int64? {
    guard let seconds else { return nil }
    let ticks = (seconds * Double(timescale)).rounded()
    return abs(ticks) <= Double(SegmentRuns.maximumTicks) ? Int64(ticks) : nil
  }

  private mutating func readTemplate(
    _ information: SegmentInformation,
    name: SegmentName,
    into segments: inout RepresentationSegments,
    _ element: ManifestElement
  ) {
    if let media = information.attribute("media") {
      let template = template(media, name: name, element)
      segments.source = .template(template, bases: name.addresses)
    } else if segments.count == 1 {
      segments.source = .whole(bases: name.addresses)
    } else {
      notes.add(
        .missing,
        "SegmentTemplate@media",
        element,
        "SegmentTemplate has no media attribute: the segments of Representation "
          + "\"\(brief(name.representation))\" have no addresses"
      )
      segments.runs = SegmentRuns()
    }
    if let initialization = information.attribute("initialization") {
      let text = template(initialization, name: name, element).text(number: 0, time: 0)
      segments.initialization = SegmentLocation(text, bases: name.addresses)
    } else {
      segments.initialization = location(information.child("Initialization"), name: name)
    }
  }

  private mutating func template(
    _ text: String,
    name: SegmentName,
    _ element: ManifestElement
  ) -> AddressTemplate {
    let template = AddressTemplate(
      text,
      representation: name.representation,
      bandwidth: name.bandwidth
    )
    if let unknown = template.unknown {
      notes.add(
        .invalid,
        "SegmentTemplate",
        element,
        "\"\(brief(unknown))\" in \"\(brief(text))\" is not an identifier; it is kept as written"
      )
    }
    return template
  }

  private mutating func listEntries(
    _ information: SegmentInformation
  ) -> [SegmentAddressing.Entry] {
    var entries: [SegmentAddressing.Entry] = []
    for child in information.children("SegmentURL") where takeEntry(child) {
      entries.append(
        SegmentAddressing.Entry(reference: child["media"], range: range(child, "mediaRange"))
      )
    }
    return entries
  }

  /// Counts one entry of a timeline or a list. Returns false if the limit is exceeded.
  mutating func takeEntry(_ element: ManifestElement) -> Bool {
    guard entriesLeft == 0 else {
      entriesLeft -= 1
      return true
    }
    notes.add(
      .unsupported,
      "entries",
      element,
      "more than \(limits.entries) timeline and list entries: the entries from here on are ignored"
    )
    return false
  }

  private mutating func readBase(
    _ information: SegmentInformation,
    name: SegmentName,
    into segments: inout RepresentationSegments
  ) {
    segments.source = .whole(bases: name.addresses)
    segments.initialization = location(information.child("Initialization"), name: name)
    var range: MediaRange?
    if let holder = information.holder(of: "indexRange") {
      range = self.range(holder, "indexRange")
    }
    if let index = information.child("RepresentationIndex") {
      segments.index = location(index, name: name)
    } else if let range {
      segments.index = SegmentLocation("", bases: name.addresses, range: range)
    }
    // The bytes before the index are the initialization section.
    if segments.initialization == nil, let range, range.offset > 0 {
      segments.initialization = SegmentLocation(
        "",
        bases: name.addresses,
        range: MediaRange(offset: 0, length: range.offset)
      )
    }
  }

  /// The location in an element with `sourceURL` and `range` (5.3.9.2.3).
  private mutating func location(_ element: ManifestElement?, name: SegmentName) -> SegmentLocation?
  {
    guard let element else { return nil }
    return SegmentLocation(
      element["sourceURL"] ?? "",
      bases: name.addresses,
      range: range(element, "range")
    )
  }

  /// Reads `500-999`, which includes both bounds, or `500-`, which extends to the end of the resource.
  private mutating func range(_ element: ManifestElement, _ name: String) -> MediaRange? {
    guard let text = element[name] else { return nil }
    let parts = XMLSpace.trim(text).split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 2, let first = Int64(parts[0]), (0...SegmentRuns.maximumTicks).contains(first)
    {
      if parts[1].isEmpty { return MediaRange(offset: first, length: nil) }
      if let last = Int64(parts[1]), (first...SegmentRuns.maximumTicks).contains(last) {
        return MediaRange(offset: first, length: last - first + 1)
      }
    }
    let subject = "\(element.localName)@\(name)"
    notes.add(
      .invalid,
      subject,
      element,
      "\(subject) is \"\(brief(text))\", not a byte range; the whole resource is read"
    )
    return nil
  }
}

extension RepresentationSegments {
  fileprivate mutating func take(_ timing: SegmentTiming) {
    timescale = timing.timescale
    presentationTimeOffset = timing.presentationTimeOffset
    earliestTimeDelta = timing.earliestTimeDelta
    isListed = timing.isListed
    runs = timing.runs
  }
}

/// The segment descriptions in a Period, an AdaptationSet or a Representation (5.3.9.1).
struct SegmentLevel {
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

  var kind: Kind? { Kind.allCases.first { elements[$0] != nil } }

  subscript(kind: Kind) -> ManifestElement? { elements[kind] }
}

/// A segment description merged from all levels. An attribute or element of a lower level takes precedence.
struct SegmentInformation {
  let kind: SegmentLevel.Kind
  /// The elements of this kind, the lowest level first.
  private let elements: [ManifestElement]

  /// - Parameter levels: The levels from the lowest: Representation, AdaptationSet, Period.
  init?(levels: [SegmentLevel]) {
    guard let kind = levels.lazy.compactMap(\.kind).first else { return nil }
    self.kind = kind
    elements = levels.compactMap { $0[kind] }
  }

  /// The first element, from the lowest level up, that has the attribute `name`.
  func holder(of name: String) -> ManifestElement? { elements.first { $0[name] != nil } }

  func attribute(_ name: String) -> String? { holder(of: name)?[name] }

  func child(_ name: String) -> ManifestElement? {
    elements.lazy.compactMap { $0.first(name) }.first
  }

  func children(_ name: String) -> [ManifestElement] {
    elements.lazy.map { $0.elements(name) }.first { !$0.isEmpty } ?? []
  }
}

/// The values of a Representation that appear in the addresses of its segments.
struct SegmentName {
  var representation: String
  var bandwidth: Int?
  var bases: [BaseURL]

  var addresses: [String] { bases.map(\.address) }
}

/// Results that Representations without their own segment description share in an AdaptationSet.
struct SharedSegments {
  /// The levels of the AdaptationSet and of the Period.
  let levels: [SegmentLevel]
  var timing: SegmentTiming?
  var entries: [SegmentAddressing.Entry]?
}

struct SegmentTiming {
  var timescale: UInt32 = 1
  var presentationTimeOffset: Int64 = 0
  var earliestTimeDelta: Int64?
  var startNumber: Int64 = 1
  var endNumber: Int64?
  var isListed = false
  var runs = SegmentRuns()
}
