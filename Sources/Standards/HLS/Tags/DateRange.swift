/// An EXT-X-DATERANGE: a range of wall-clock time with attributes (RFC 8216, section 4.3.2.7).
public struct DateRange: Sendable, Hashable {
  /// A word of the attribute CUE (rfc8216bis, section 4.4.5.1).
  public enum Cue: String, Sendable, Hashable {
    /// Play the cue before the primary content.
    case pre = "PRE"
    /// Play the cue after the primary content.
    case post = "POST"
    /// Play the cue only once.
    case once = "ONCE"
  }

  /// ID; empty if it is missing.
  public var id: String
  /// CLASS; nil if it is missing.
  public var dateRangeClass: String?
  /// START-DATE in Unix seconds; nil if it is missing or not valid.
  public var startDate: Double?
  /// The known words of CUE, in order.
  public var cues: [Cue] = []
  /// END-DATE in Unix seconds; nil if it is missing or not valid.
  public var endDate: Double?
  /// DURATION in seconds; nil if it is missing or not valid.
  public var duration: Double?
  /// PLANNED-DURATION in seconds; nil if it is missing or not valid.
  public var plannedDuration: Double?
  /// END-ON-NEXT=YES: the range ends where the next range of its class starts.
  public var endsOnNext = false
  /// SCTE35-CMD: the bytes of a splice_info_section.
  public var scte35Command: [UInt8]?
  /// SCTE35-OUT: the splice_info_section that starts a break.
  public var scte35Out: [UInt8]?
  /// SCTE35-IN: the splice_info_section that ends a break.
  public var scte35In: [UInt8]?
  /// All other attributes in order: client attributes (`X-…`) and unknown attributes.
  public var otherAttributes: [PlaylistAttribute] = []
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0

  /// With END-ON-NEXT, the START-DATE of the next range of the class in Unix seconds; nil if it is not known.
  package var nextStart: Double?

  /// The end in Unix seconds: END-DATE, or START-DATE plus `seconds`; nil if it is not known.
  public var end: Double? {
    endDate ?? startDate.flatMap { start in seconds.map { start + $0 } }
  }

  /// The duration in seconds from the first of these that is known: END-DATE, DURATION, the start of the next range of
  /// the class (for END-ON-NEXT), PLANNED-DURATION. Nil if none is known.
  public var seconds: Double? {
    if let startDate, let last = endDate ?? (duration == nil ? nextStart : nil) {
      return last - startDate
    }
    return duration ?? plannedDuration
  }

  /// Whether only PLANNED-DURATION gives the end.
  package var isEndPlanned: Bool {
    endDate == nil && duration == nil && nextStart == nil && plannedDuration != nil
  }

  /// The value of an attribute in ``otherAttributes``, such as `X-ASSET-URI`; nil if it is missing.
  public func attribute(_ name: String) -> String? {
    otherAttributes.first { $0.name == name }?.value
  }
}

extension DateRange {
  /// A date range with this identifier and start in Unix seconds.
  public init(id: String, startDate: Double) { self.init(id: id, startDate: startDate, line: 0) }
}

extension MediaPlaylist {
  /// All date ranges in the order of their first tags. Tags with the same ID form one range. Each attribute comes from
  /// the first tag that has the attribute (rfc8216bis, section 4.4.5.1).
  public var dateRanges: [DateRange] {
    var ranges: [DateRange] = []
    var indices: [String: Int] = [:]
    for (range, _) in dateRangeTags {
      if let index = indices[range.id], !range.id.isEmpty {
        ranges[index].complete(from: range)
      } else {
        indices[range.id] = ranges.count
        ranges.append(range)
      }
    }
    let starts = DateRangeStarts(ranges)
    for index in ranges.indices { ranges[index].nextStart = starts.next(after: ranges[index]) }
    return ranges
  }

  /// Each EXT-X-DATERANGE in the order of the lines, with the media sequence number of the segment after the tag, or
  /// with nil if the tag follows the last segment.
  package var dateRangeTags: [(range: DateRange, segment: Int?)] {
    segments.flatMap { segment in
      segment.dateRanges.map { ($0, segment.mediaSequenceNumber) }
    } + trailingDateRanges.map { ($0, nil) }
  }
}

/// The START-DATEs of date ranges by class, which end ranges with END-ON-NEXT (rfc8216bis, section 4.4.5.1).
package struct DateRangeStarts {
  private var starts: [String: [Double]] = [:]

  /// Collects the starts of `ranges`, or nothing if no range has END-ON-NEXT.
  package init(_ ranges: some Collection<DateRange>) {
    guard ranges.contains(where: \.endsOnNext) else { return }
    for range in ranges {
      guard let name = range.dateRangeClass, let start = range.startDate else { continue }
      starts[name, default: []].append(start)
    }
    for name in starts.keys { starts[name]?.sort() }
  }

  /// The START-DATE, in Unix seconds, at which END-ON-NEXT ends a range; nil if there is none.
  package func next(after range: DateRange) -> Double? {
    guard range.endsOnNext, let start = range.startDate,
      let others = range.dateRangeClass.flatMap({ starts[$0] })
    else { return nil }
    var bounds = others.indices
    while !bounds.isEmpty {
      let middle = bounds.lowerBound + bounds.count / 2
      bounds =
        others[middle] > start
        ? bounds.lowerBound..<middle : middle + 1..<bounds.upperBound
    }
    return bounds.lowerBound < others.count ? others[bounds.lowerBound] : nil
  }
}

extension DateRange {
  /// The maximum number of other attributes that a range collects from its tags. It bounds the work for hostile
  /// playlists that repeat one ID.
  private static let attributeLimit = 128

  /// Adds the attributes that only `other`, a tag with the same ID, has.
  package mutating func complete(from other: DateRange) {
    dateRangeClass = dateRangeClass ?? other.dateRangeClass
    startDate = startDate ?? other.startDate
    if cues.isEmpty { cues = other.cues }
    endDate = endDate ?? other.endDate
    duration = duration ?? other.duration
    plannedDuration = plannedDuration ?? other.plannedDuration
    endsOnNext = endsOnNext || other.endsOnNext
    scte35Command = scte35Command ?? other.scte35Command
    scte35Out = scte35Out ?? other.scte35Out
    scte35In = scte35In ?? other.scte35In
    let names = Set(otherAttributes.map(\.name))
    let room = max(0, Self.attributeLimit - otherAttributes.count)
    otherAttributes += other.otherAttributes.filter { !names.contains($0.name) }.prefix(room)
  }
}
