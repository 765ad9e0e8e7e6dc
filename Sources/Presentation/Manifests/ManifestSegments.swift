import DASH
import Formats
import TimedMetadata

/// Converts the segments of a rendition of a manifest to segments to read.
struct ManifestSegments {
  /// The folder of the manifest: names of files in it are relative.
  let folder: String

  /// The number of the next segment, counted over all Periods.
  private var nextNumber: Int?
  /// The start of the Period of the last segment: versions of a manifest may count Periods differently.
  private var period: Double?
  /// The number of Periods before that of the last segment.
  private var periodCount = 0
  /// The end of the last segment.
  private var end: Double?

  /// A gap of more than this many seconds between two segments is a discontinuity.
  private static let tolerance = 0.5
  /// The longest duration of a segment that is accepted: 10⁶ s.
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
      if isNewPeriod { periodCount += 1 }
      let isGap = end.map { start - $0 > Self.tolerance } ?? false
      let number = nextNumber ?? Int(clamping: segment.number)
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
          mediaSequenceNumber: number,
          discontinuitySequence: periodCount,
          isDiscontinuity: isNewPeriod || isGap,
          mediaOffset: offset,
          messageShifts: shifts,
          presented: part.presented,
          manifestSet: set
        )
      )
      nextNumber = number + 1
      period = part.start
      end = segment.durationSeconds == nil ? nil : start + duration
    }
    return planned
  }

  /// The address as names show it: relative to the manifest, where it is below its folder.
  private func name(of address: String) -> String {
    guard !folder.isEmpty, address.hasPrefix(folder), address.utf8.count > folder.utf8.count else {
      return ShownURL.text(address)
    }
    return ShownURL.text(String(address.dropFirst(folder.count)))
  }

  /// The addresses to try, if there is more than one: one for each base URL.
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
  /// Seconds to add to the presentation times of event messages whose stream has its own offset: times of the media
  /// are relative to the offset of its segments (ISO/IEC 23009-1, 5.10.3.2).
  fileprivate var messageShifts: [DeclaredEventStream: Double] {
    var shifts: [DeclaredEventStream: Double] = [:]
    let mediaOffset = Double(segments.presentationTimeOffset) / Double(segments.timescale)
    for stream in inbandEventStreams {
      guard let ticks = stream.presentationTimeOffset else { continue }
      let declared = DeclaredEventStream(scheme: stream.scheme, value: stream.value ?? "")
      shifts[declared] = mediaOffset - Double(ticks) / Double(stream.timescale ?? 1)
    }
    return shifts
  }
}
