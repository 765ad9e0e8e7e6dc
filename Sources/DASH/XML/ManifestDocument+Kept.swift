import Formats

/// The segments of a Representation that are kept as files.
package struct KeptRepresentation: Sendable {
  /// A segment in a file, with its times in ticks of the description.
  package struct Segment: Sendable {
    package var time: Int64
    package var duration: Int64
    package var number: Int64
    /// The name of the file.
    package var name: String

    package init(time: Int64, duration: Int64, number: Int64, name: String) {
      (self.time, self.duration, self.number, self.name) = (time, duration, number, name)
    }
  }

  /// The description whose ticks the times use: that of the manifest, or one with finer ticks.
  package var description: RepresentationSegments
  /// The file with the initialization segment.
  package var initialization: String?
  /// In the order of their times.
  package var segments: [Segment]

  package init(
    _ description: RepresentationSegments,
    initialization: String?,
    segments: [Segment]
  ) {
    self.description = description
    (self.initialization, self.segments) = (initialization, segments)
  }
}

extension ManifestDocument {
  /// A static manifest of segments that are kept next to it. The presentation begins with the first of them.
  /// Everything else is kept as it was sent, except addresses and the attributes and elements that control the reading
  /// of a live one.
  /// - Parameter kept: The kept segments of a Representation of a Period; nil: the Representation is omitted.
  /// - Returns: Bytes in UTF-8; nil if nothing is kept, or if a Period was not read.
  package func bytes(keeping kept: (Period, Representation) -> KeptRepresentation?) -> [UInt8]? {
    var writer = KeptManifest(self, kept)
    return writer?.bytes(of: root)
  }
}

/// Writes a manifest of the kept segments.
private struct KeptManifest {
  private let presentation: MediaPresentation
  /// The kept Representations of each Period, by id.
  private let items: [[String: KeptRepresentation]]
  /// The start and the end of the kept presentation, in seconds of the one that was sent. The start is a whole number,
  /// so that events of a Period with a timescale of 1 keep their exact times.
  private let zero: Double
  private let end: Double

  private static let segmentElements = ["SegmentTemplate", "SegmentList", "SegmentBase"]
  /// Elements that lead to other addresses, or that describe a live presentation.
  private static let leftOut: Set<String> = [
    "BaseURL", "Location", "PatchLocation", "UTCTiming", "ContentSteering", "ServiceDescription",
    "LeapSecondInformation", "Metrics", "Resync", "ProducerReferenceTime",
  ]
  private static let liveAttributes: Set<String> = [
    "type", "minimumUpdatePeriod", "timeShiftBufferDepth", "suggestedPresentationDelay",
    "availabilityStartTime", "availabilityEndTime", "mediaPresentationDuration",
  ]

  init?(
    _ document: ManifestDocument,
    _ kept: (Period, Representation) -> KeptRepresentation?
  ) {
    presentation = document.presentation
    let periods = document.root.elements("Period").count { !$0.resolvesToZero }
    guard periods == presentation.periods.count else { return nil }
    var (zero, end) = (Double.infinity, -Double.infinity)
    items = presentation.periods.map { period in
      var items: [String: KeptRepresentation] = [:]
      for representation in period.adaptationSets.flatMap(\.representations) {
        guard let start = period.start, let one = kept(period, representation),
          let first = one.segments.first, let last = one.segments.last
        else { continue }
        let segments = one.description
        zero = min(zero, start + segments.seconds(at: first.time))
        let (lastEnd, overflow) = last.time.addingReportingOverflow(last.duration)
        end = max(end, start + segments.seconds(at: overflow ? last.time : lastEnd))
        items[representation.id] = one
      }
      return items
    }
    guard zero.isFinite, end.isFinite else { return nil }
    (self.zero, self.end) = (zero.rounded(.down), end)
  }

  mutating func bytes(of root: ManifestElement) -> [UInt8] {
    var manifest = root
    manifest.attributes.removeAll { Self.liveAttributes.contains($0.name) }
    manifest.attributes += [
      .init(name: "type", value: "static"),
      .init(name: "mediaPresentationDuration", value: Self.duration(end - zero)),
    ]
    if let time = presentation.availabilityStartTime.flatMap({ UTCTime.text($0 + zero) }) {
      manifest.attributes.append(.init(name: "availabilityStartTime", value: time))
    }
    var index = -1
    manifest.children = manifest.children.compactMap { node in
      guard case .element(let element) = node else { return node }
      guard element.localName == "Period" else {
        return Self.leftOut.contains(element.localName) ? nil : node
      }
      if element.resolvesToZero { return nil }
      index += 1
      return period(element, index).map { .element($0) }
    }
    var document = manifest
    document.attributes = []
    document.children = [.element(manifest)]
    return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
      + document.contentBytes(scope: [:])
  }

  /// A Period with its kept Representations; nil if there are none.
  private func period(_ element: ManifestElement, _ index: Int) -> ManifestElement? {
    guard !items[index].isEmpty, let start = presentation.periods[index].start else { return nil }
    // The seconds that the Period loses at its start.
    let lost = max(0, zero - start)
    var period = element.withoutReference
    period.attributes.removeAll { $0.name == "start" || $0.name == "duration" }
    period.attributes.append(.init(name: "start", value: Self.duration(max(0, start - zero))))
    period.children = element.children.compactMap { node in
      guard case .element(let child) = node else { return node }
      switch child.localName {
      case "AdaptationSet": return set(child, index, lost).map { .element($0) }
      case "EventStream": return .element(events(child.withoutReference, lost))
      case let name where isLeftOut(name): return nil
      default: return node
      }
    }
    return period
  }

  private func isLeftOut(_ name: String) -> Bool {
    Self.leftOut.contains(name) || Self.segmentElements.contains(name)
  }

  private func set(_ element: ManifestElement, _ index: Int, _ lost: Double) -> ManifestElement? {
    var set = element.withoutReference
    var count = 0
    set.children = element.children.compactMap { node in
      guard case .element(let child) = node else { return node }
      if child.localName == "Representation" {
        guard let id = child["id"], let item = items[index][id] else { return nil }
        count += 1
        return .element(representation(child, item, lost))
      }
      if child.localName == "InbandEventStream" { return .element(inbandEvents(child, lost)) }
      return isLeftOut(child.localName) ? nil : node
    }
    return count > 0 ? set : nil
  }

  private func representation(
    _ element: ManifestElement,
    _ kept: KeptRepresentation,
    _ lost: Double
  ) -> ManifestElement {
    var representation = element
    representation.children = element.children.compactMap { node in
      guard case .element(let child) = node else { return node }
      if child.localName == "InbandEventStream" { return .element(inbandEvents(child, lost)) }
      return isLeftOut(child.localName) ? nil : node
    }
    let segments = kept.description
    let offset =
      segments.presentationTimeOffset + Int64((lost * Double(segments.timescale)).rounded())
    func made(
      _ name: String,
      _ attributes: [(String, String)],
      _ children: [ManifestElement] = []
    ) -> ManifestElement {
      let prefix = element.name.dropLast(element.localName.count)
      return ManifestElement(
        name: prefix + name,
        localName: name,
        namespace: element.namespace,
        attributes: attributes.map { .init(name: $0.0, value: $0.1) },
        children: children.map { .element($0) },
        line: element.line
      )
    }
    var list = kept.initialization.map { [made("Initialization", [("sourceURL", $0)])] } ?? []
    list.append(
      made(
        "SegmentTimeline",
        [],
        kept.segments.map { made("S", [("t", "\($0.time)"), ("d", "\($0.duration)")]) }
      )
    )
    list += kept.segments.map { made("SegmentURL", [("media", $0.name)]) }
    let attributes = [
      ("timescale", "\(segments.timescale)"), ("presentationTimeOffset", "\(offset)"),
      ("startNumber", "\(max(0, kept.segments.first?.number ?? 1))"),
    ]
    representation.children.append(.element(made("SegmentList", attributes, list)))
    return representation
  }

  private func events(_ element: ManifestElement, _ lost: Double) -> ManifestElement {
    guard lost > 0 else { return element }
    var events = element
    let timescale = element["timescale"].flatMap { UInt32($0) } ?? 1
    let offset = element["presentationTimeOffset"].flatMap { Int64($0) } ?? 0
    let added = Int64((min(lost, 1e9) * Double(timescale)).rounded())
    events.attributes.removeAll { $0.name == "presentationTimeOffset" }
    events.attributes.append(
      .init(
        name: "presentationTimeOffset",
        value: "\(offset.addingReportingOverflow(added).partialValue)"
      )
    )
    return events
  }

  /// Messages without an offset of their own use that of the segments.
  private func inbandEvents(_ element: ManifestElement, _ lost: Double) -> ManifestElement {
    element["presentationTimeOffset"] == nil ? element : events(element, lost)
  }

  /// `xs:duration`, in milliseconds.
  private static func duration(_ seconds: Double) -> String {
    let milliseconds = Int64((min(max(seconds, 0), 1e12) * 1000).rounded())
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "PT\(milliseconds / 1000).\(fraction)S"
  }
}
