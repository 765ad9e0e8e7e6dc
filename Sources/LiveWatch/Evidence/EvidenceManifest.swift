import DASH

/// The segments that the versions of a DASH manifest listed around an alarm.
struct EvidenceManifest {
  typealias Source = EvidenceRecorder.Source

  /// One Representation over all versions: its Period starts at the same time in each.
  private struct Key: Hashable {
    var start: Double?
    var id: String
  }

  private struct Segment {
    /// The sources from which it can have been read.
    var sources: [Source]
    var duration: Int64
    var number: Int64
  }

  private struct Known {
    /// The timescale of the times, and the rest of the description.
    var description: RepresentationSegments
    /// Whether the segments come from an index.
    var isIndexed: Bool
    var initialization: [Source] = []
    /// By time, in ticks.
    var segments: [Int64: Segment] = [:]
  }

  /// The latest version.
  private var document: ManifestDocument?
  private var known: [Key: Known] = [:]

  /// The most segments of a version that are read, the latest ones.
  private static let mostSegments = 1024
  /// The most indexes of a Representation: the same limit as for reading.
  private static let mostIndexes = 256
  /// The assumed difference from the server's clock, in seconds.
  private static let clockMargin = 120.0

  /// Whether a text is XML, and therefore a manifest.
  static func isManifest(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
      == UInt8(ascii: "<")
  }

  /// Adds a version that was read until `date`, in Unix seconds, with the recorded indexes. `remote` returns
  /// the recorded bytes of an address: the written manifest includes the remote elements that the version
  /// refers to.
  mutating func add(
    _ text: EvidenceRecorder.Text,
    _ recording: EvidenceRecorder.Recording,
    at date: Double,
    remote: (String) -> [UInt8]?
  ) {
    guard let document = Self.document(text, remote) else { return }
    let presentation = document.presentation
    let published = { (document: ManifestDocument) in document.presentation.publishTime ?? 0 }
    // An advertisement can have left the manifest since the alarm.
    if let known = self.document {
      let isLater = published(known) <= published(document)
      self.document =
        isLater ? document.adding(periodsOf: known) : known.adding(periodsOf: document)
    } else {
      self.document = document
    }
    for period in presentation.periods {
      for representation in period.adaptationSets.flatMap(\.representations) {
        let indexed = Self.indexed(representation.segments, recording)
        let description = indexed?.description ?? representation.segments
        let segments =
          indexed?.segments ?? Self.listed(representation, in: period, of: presentation, at: date)
        guard !segments.isEmpty else { continue }
        let key = Key(start: period.start, id: representation.id)
        var known = self.known[key] ?? Known(description: description, isIndexed: indexed != nil)
        // A file that was read by its index before has now been read as a whole.
        if known.isIndexed != (indexed != nil) { known.segments = [:] }
        known.isIndexed = indexed != nil
        known.description = description
        known.initialization = description.initialization.map { Self.sources($0) } ?? []
        for segment in segments {
          known.segments[segment.time] = Segment(
            sources: Self.sources(segment.location),
            duration: segment.duration ?? Self.length(by: description, recording)
              ?? Int64(description.timescale),
            number: segment.number
          )
        }
        self.known[key] = known
      }
    }
  }

  /// The latest segments in the manifest itself.
  private static func listed(
    _ representation: Representation,
    in period: Period,
    of presentation: MediaPresentation,
    at date: Double
  ) -> [DASH.Segment] {
    let range = Self.range(of: representation, in: period, of: presentation, at: date)
    guard !range.isEmpty, range.upperBound < Int.max else { return [] }
    let first = max(range.lowerBound, range.upperBound - mostSegments)
    return Array(representation.segments[first..<range.upperBound])
  }

  /// The requested segments of an index (SegmentBase); nil without an index, or if the file was read as a
  /// whole.
  private static func indexed(
    _ listed: RepresentationSegments,
    _ recording: EvidenceRecorder.Recording
  ) -> (description: RepresentationSegments, segments: [DASH.Segment])? {
    let wasRead = { (location: SegmentLocation) in
      sources(location).contains { recording.pieces[$0] != nil }
    }
    guard let index = listed.index, wasRead(index),
      !listed.all(limit: 1).contains(where: { wasRead($0.location) })
    else { return nil }
    let description = listed.withFineTicks
    var segments: [DASH.Segment] = []
    var waiting = [index]
    var count = 0
    while let location = waiting.popLast(), count < mostIndexes {
      count += 1
      for entry in entries(of: location, isInner: count > 1, description, recording) {
        switch entry {
        case .segment(let segment):
          let isAsked = sources(segment.location).contains { source in
            recording.pieces[source] != nil || recording.failures.contains(source)
          }
          if isAsked { segments.append(segment) }
        case .index(let location): waiting.append(location)
        }
      }
    }
    return (description, segments)
  }

  /// The duration in ticks of a file that was read as a whole, from its index; nil without an index.
  private static func length(
    by description: RepresentationSegments,
    _ recording: EvidenceRecorder.Recording
  ) -> Int64? {
    guard let index = description.index else { return nil }
    let end = entries(of: index, isInner: false, description, recording).compactMap { entry in
      guard case .segment(let segment) = entry else { return Int64?.none }
      let (end, isTooFar) = segment.time.addingReportingOverflow(segment.duration ?? 0)
      return isTooFar ? nil : end
    }.max()
    return end.map { max(1, $0 - description.presentationTimeOffset) }
  }

  /// The entries of an index; empty if it was not recorded or is not valid. In that case the reader has a
  /// note about it, and reads the file as a whole.
  private static func entries(
    of location: SegmentLocation,
    isInner: Bool,
    _ description: RepresentationSegments,
    _ recording: EvidenceRecorder.Recording
  ) -> [IndexEntry] {
    let read = sources(isInner ? location.innerIndex : location)
    guard let piece = read.lazy.compactMap({ recording.piece(covering: $0) }).first else {
      return []
    }
    do {
      return try description.entries(ofIndex: piece.bytes, at: location)
    } catch {
      return []
    }
  }

  /// The positions of the segments that can have been available, for any time of the server's clock within
  /// the margin.
  private static func range(
    of representation: Representation,
    in period: Period,
    of presentation: MediaPresentation,
    at date: Double
  ) -> Range<Int> {
    let early = presentation.availableSegments(
      of: representation,
      in: period,
      at: date - clockMargin
    )
    let late = presentation.availableSegments(
      of: representation,
      in: period,
      at: date + clockMargin
    )
    return min(early.lowerBound, late.lowerBound)..<late.upperBound
  }

  private static func document(
    _ text: EvidenceRecorder.Text,
    _ remote: (String) -> [UInt8]?
  ) -> ManifestDocument? {
    do throws(ManifestError) {
      let sent = try ManifestDocument(parsing: text.bytes, at: text.base)
      if sent.links.isEmpty { return sent }
      do throws(ManifestError) {
        return try sent.resolvingLinks { elements(of: $0, remote) }
      } catch {
        // The reader continued without them too.
        return try sent.resolvingLinks { _ in nil }
      }
    } catch {
      return nil
    }
  }

  private static func elements(
    of link: ManifestLink,
    _ remote: (String) -> [UInt8]?
  ) -> RemoteElements? {
    guard let bytes = remote(link.address) else { return nil }
    do throws(ManifestError) {
      return try RemoteElements(parsing: bytes, for: link)
    } catch {
      return nil
    }
  }

  /// The sources of a segment, one for each base URL.
  private static func sources(_ location: SegmentLocation) -> [Source] {
    let range = location.range.map { range in
      let (end, isTooFar) = range.offset.addingReportingOverflow(range.length ?? .max)
      return max(0, range.offset)..<max(0, range.offset, isTooFar ? .max : end)
    }
    return location.addresses.map { Source(url: $0, range: range) }
  }

  // MARK: - Writing

  /// Makes a static manifest with file names.
  /// - Parameters:
  ///   - recording: The recorded data.
  ///   - name: Returns the file name of a piece; called for each piece that the manifest refers to.
  /// - Returns: The manifest; nil when none of its segments was recorded.
  func bytes(
    _ recording: EvidenceRecorder.Recording,
    name: (Source) -> String?
  ) -> [UInt8]? {
    document?.bytes { period, representation in
      guard let known = known[Key(start: period.start, id: representation.id)] else { return nil }
      let asked = known.segments.filter { _, segment in
        segment.sources.contains { source in
          recording.pieces[source] != nil || recording.failures.contains(source)
        }
      }
      .sorted { $0.key < $1.key }
      let read = { (sources: [Source]) in sources.first { recording.pieces[$0] != nil } }
      guard asked.contains(where: { read($0.value.sources) != nil }) else { return nil }
      return KeptRepresentation(
        known.description,
        initialization: read(known.initialization).flatMap(name),
        segments: asked.map { time, segment in
          KeptRepresentation.Segment(
            time: time,
            duration: segment.duration,
            number: segment.number,
            name: read(segment.sources).flatMap(name) ?? "missing-\(segment.number).m4s"
          )
        }
      )
    }
  }
}
