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
    var source: Source
    var duration: Int64
    var number: Int64
  }

  private struct Known {
    var initialization: Source?
    /// By time, in ticks.
    var segments: [Int64: Segment] = [:]
  }

  /// The latest version.
  private var document: ManifestDocument?
  private var known: [Key: Known] = [:]

  /// The latest segments of a version that are looked at.
  private static let mostSegments = 1024
  /// By how many seconds the clock of the server may differ.
  private static let clockMargin = 120.0

  /// Whether a text is XML, and so a manifest.
  static func isManifest(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
      == UInt8(ascii: "<")
  }

  /// Takes a version that was read until `date`, in Unix seconds. `remote` is what was read at an address: the
  /// remote elements that the version refers to are in the manifest that is written.
  mutating func add(
    _ text: EvidenceRecorder.Text,
    at date: Double,
    remote: (String) -> [UInt8]?
  ) {
    guard let document = Self.document(text, remote) else { return }
    let presentation = document.presentation
    let published = { (document: ManifestDocument) in document.presentation.publishTime ?? 0 }
    if self.document.map({ published($0) <= published(document) }) ?? true {
      self.document = document
    }
    for period in presentation.periods {
      for representation in period.adaptationSets.flatMap(\.representations) {
        let segments = representation.segments
        let range = Self.range(of: representation, in: period, of: presentation, at: date)
        guard !range.isEmpty, range.upperBound < Int.max else { continue }
        let first = max(range.lowerBound, range.upperBound - Self.mostSegments)
        let key = Key(start: period.start, id: representation.id)
        var known = self.known[key] ?? Known()
        known.initialization = segments.initialization.map { Self.source($0) }
        for segment in segments[first..<range.upperBound] {
          known.segments[segment.time] = Segment(
            source: Self.source(segment.location),
            duration: segment.duration ?? Int64(segments.timescale),
            number: segment.number
          )
        }
        self.known[key] = known
      }
    }
  }

  /// The positions of the segments that may have been there, whatever the clock of the server says.
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
        // The reader went on without them too.
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

  private static func source(_ location: SegmentLocation) -> Source {
    let range = location.range.map { range in
      let (end, isTooFar) = range.offset.addingReportingOverflow(range.length ?? .max)
      return max(0, range.offset)..<max(0, range.offset, isTooFar ? .max : end)
    }
    return Source(url: location.address, range: range)
  }

  // MARK: - Writing

  /// A static manifest with the names of files.
  /// - Parameters:
  ///   - recording: What was read.
  ///   - name: The name of the file with a piece; called for each piece that the manifest names.
  /// - Returns: Nil when nothing of its segments was recorded.
  func bytes(
    _ recording: EvidenceRecorder.Recording,
    name: (Source) -> String?
  ) -> [UInt8]? {
    document?.bytes { period, representation in
      guard let known = known[Key(start: period.start, id: representation.id)] else { return nil }
      let asked = known.segments.filter { _, segment in
        recording.pieces[segment.source] != nil || recording.failures.contains(segment.source)
      }
      .sorted { $0.key < $1.key }
      guard asked.contains(where: { recording.pieces[$0.value.source] != nil }) else { return nil }
      return KeptRepresentation(
        initialization: known.initialization.flatMap(name),
        segments: asked.map { time, segment in
          KeptRepresentation.Segment(
            time: time,
            duration: segment.duration,
            number: segment.number,
            name: name(segment.source) ?? "missing-\(segment.number).m4s"
          )
        }
      )
    }
  }
}
