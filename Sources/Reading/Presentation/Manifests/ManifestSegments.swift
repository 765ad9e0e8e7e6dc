import DASH
import Formats
import TimedMetadata

/// Plans the segments of one rendition of a manifest.
struct ManifestSegments {
  /// The folder of the manifest, as a URL that ends with a slash. Addresses below it are shown relative to it.
  let folder: String

  private(set) var last: PlannedSegment?
  /// The start of the last segment's Period, in seconds. Versions of a manifest may number Periods differently.
  private var period: Double?
  /// The end of the last segment, in seconds; nil if unknown.
  private var end: Double?

  /// A gap of more than this number of seconds between two segments counts as a discontinuity.
  private static let tolerance = 0.5
  /// The longest accepted duration of a segment, in seconds. Longer durations are shortened to it.
  private static let longestDuration = 1e6

  init(address: String) {
    folder = address.lastIndex(of: "/").map { String(address[...$0]) } ?? ""
  }

  /// Plans segments of one Period, which follow the segments planned before.
  mutating func plan(
    _ segments: some Sequence<Segment>,
    of part: ManifestRendition.Part
  ) -> [PlannedSegment] {
    let description = part.representation.segments
    let set = ManifestSet(part)
    let offset =
      part.start - Double(description.presentationTimeOffset) / Double(description.timescale)
    let shifts = part.representation.messageShifts
    let bases = part.representation.baseURLs
    let initialization = description.initialization.map { location in
      PlannedSegment.Initialization(
        uri: name(of: location.address),
        url: location.address,
        byteRange: location.range.flatMap(Self.range),
        addresses: addresses(of: location, below: bases)
      )
    }
    var planned: [PlannedSegment] = []
    for segment in segments {
      let start = part.start + segment.secondsInPeriod
      let duration = min(max(segment.durationSeconds ?? 0, 0), Self.longestDuration)
      guard start.isFinite, duration.isFinite else { continue }
      let isNewPeriod = period.map { $0 != part.start } ?? false
      let isGap = end.map { start - $0 > Self.tolerance } ?? false
      planned.append(
        PlannedSegment(
          uri: name(of: segment.location.address),
          url: segment.location.address,
          addresses: addresses(of: segment.location, below: bases),
          byteRange: segment.location.range.flatMap(Self.range),
          initialization: initialization,
          duration: duration,
          hasDecimalDuration: true,
          start: start,
          mediaSequenceNumber: last.map { $0.mediaSequenceNumber + 1 }
            ?? Int(clamping: segment.number),
          discontinuitySequence: (last?.discontinuitySequence ?? 0) + (isNewPeriod ? 1 : 0),
          isDiscontinuity: isNewPeriod || isGap,
          mediaOffset: offset,
          messageShifts: shifts,
          presented: part.presented,
          manifestSet: set
        )
      )
      last = planned.last
      period = part.start
      end = segment.durationSeconds == nil ? nil : start + duration
    }
    return planned
  }

  /// The address as results show it: relative to the manifest if it is in or below the manifest's folder.
  private func name(of address: String) -> String {
    guard !folder.isEmpty, address.hasPrefix(folder), address.utf8.count > folder.utf8.count else {
      return ShownURL.text(address)
    }
    return ShownURL.text(String(address.dropFirst(folder.count)))
  }

  /// The different addresses to try, in the order of the base URLs; empty if there is only one.
  private func addresses(of location: SegmentLocation, below bases: [BaseURL]) -> [BaseAddress] {
    guard !location.alternatives.isEmpty else { return [] }
    var seen: Set<String> = []
    let all = zip(bases, location.addresses).compactMap { base, url in
      seen.insert(url).inserted
        ? BaseAddress(base: base.address, uri: name(of: url), url: url) : nil
    }
    return all.count > 1 ? Array(all.prefix(BaseAddress.maximumCount)) : []
  }

  static func range(_ range: MediaRange) -> Range<Int64>? {
    guard range.offset >= 0, range.length ?? 0 >= 0 else { return nil }
    let (end, isTooFar) = range.offset.addingReportingOverflow(range.length ?? .max)
    return range.offset..<(isTooFar ? .max : end)
  }
}

extension Representation {
  /// Seconds to add to the presentation times of event messages, for each stream that declares an offset. Presentation
  /// times in the media are relative to the segments' offset (ISO/IEC 23009-1, 5.10.3.2).
  fileprivate var messageShifts: [DeclaredEventStream: Double] {
    var shifts: [DeclaredEventStream: Double] = [:]
    let mediaOffset = Double(segments.presentationTimeOffset) / Double(segments.timescale)
    for stream in inbandEventStreams {
      guard let ticks = stream.presentationTimeOffset else { continue }
      shifts[stream.declared] = mediaOffset - Double(ticks) / Double(stream.timescale ?? 1)
    }
    return shifts
  }
}

extension ManifestSet {
  init(_ part: ManifestRendition.Part) {
    let set = part.set
    self.init(
      name: set.id.map { "\(set.kind)/\($0)" } ?? "\(set.kind)#\(set.index + 1)",
      period: part.period.id ?? "\(part.period.index + 1)",
      declaredEvents: Set(part.representation.inbandEventStreams.map(\.declared)),
      continuesPeriod: (set.supplementalProperties + set.essentialProperties).contains {
        Self.continuitySchemes.contains($0.scheme)
      }
    )
  }

  /// The schemes of ISO/IEC 23009-1, 5.3.2.4, for an AdaptationSet that continues an AdaptationSet of an earlier
  /// Period.
  private static let continuitySchemes: Set = [
    "urn:mpeg:dash:period-continuity:2015", "urn:mpeg:dash:period-connectivity:2015",
  ]
}

extension MediaPresentation {
  /// Segments whose starts differ by at most this number of seconds count as the same segment.
  private static let tolerance = 0.001

  /// The segments of one Period that have become available since `last`, and the estimated number
  /// of segments that were missed before them.
  func newSegments(
    of part: ManifestRendition.Part,
    after last: PlannedSegment?,
    now: Double,
    limit: Int
  ) -> (segments: [Segment], missed: Int) {
    let description = part.representation.segments
    let range = part.available(in: self, at: now)
    guard !range.isEmpty, range.upperBound < Int.max else { return ([], 0) }
    var found: [Segment] = []
    let length = part.period.duration ?? .infinity
    for position in range.reversed() {
      guard found.count < limit, let segment = description[position] else { break }
      if let last, part.start + segment.secondsInPeriod <= last.start + Self.tolerance,
        !part.continues(with: segment, after: last)
      {
        break
      }
      if segment.secondsInPeriod < length { found.append(segment) }
    }
    found.reverse()
    guard let last, found.count == range.count, let first = found.first,
      let duration = first.durationSeconds, duration > 0, last.start >= part.start
    else { return (found, 0) }
    // All listed segments are new: others may have left the time shift buffer before any version listed them.
    let gap = part.start + first.secondsInPeriod - last.start - duration
    return (found, Int(min(max(gap / duration, 0), 1e6).rounded()))
  }
}
