/// An EXT-X-DATERANGE: a span of wall-clock time and what is said about it (RFC 8216, section
/// 4.3.2.7).
public struct DateRange: Sendable, Hashable {
  /// A word of the attribute CUE (rfc8216bis, section 4.4.5.1).
  public enum Cue: String, Sendable, Hashable {
    /// Before playback of the primary content.
    case pre = "PRE"
    /// After it.
    case post = "POST"
    /// Once only.
    case once = "ONCE"
  }

  /// ID; empty where it is missing.
  public internal(set) var id: String
  /// CLASS.
  public internal(set) var dateRangeClass: String?
  /// START-DATE in Unix seconds; nil where it is missing or unreadable.
  public internal(set) var startDate: Double?
  /// CUE.
  public internal(set) var cues: [Cue] = []
  /// END-DATE in Unix seconds.
  public internal(set) var endDate: Double?
  /// DURATION in seconds.
  public internal(set) var duration: Double?
  /// PLANNED-DURATION in seconds.
  public internal(set) var plannedDuration: Double?
  /// END-ON-NEXT=YES: it ends where the next of its class starts.
  public internal(set) var endsOnNext = false
  /// SCTE35-CMD: a splice_info_section as bytes.
  public internal(set) var scte35Command: [UInt8]?
  /// SCTE35-OUT: the splice_info_section of a cue out.
  public internal(set) var scte35Out: [UInt8]?
  /// SCTE35-IN: the splice_info_section of a cue in.
  public internal(set) var scte35In: [UInt8]?
  /// All other attributes in their order: those of clients (`X-…`) and unknown ones.
  public internal(set) var otherAttributes: [PlaylistAttribute] = []
  /// The line, counted from 1.
  public internal(set) var line: Int

  /// START-DATE of the next range of its class in Unix seconds, for a range with END-ON-NEXT; nil where it is not known.
  package var nextStart: Double?

  /// The end in Unix seconds, by END-DATE, else START-DATE and `seconds`; nil where it is not known.
  public var end: Double? {
    endDate ?? startDate.flatMap { start in seconds.map { start + $0 } }
  }

  /// The seconds from its start to its end: to END-DATE, else DURATION, else to the next range of its class with
  /// END-ON-NEXT, else PLANNED-DURATION, as long as no more is known.
  public var seconds: Double? {
    if let startDate, let last = endDate ?? (duration == nil ? nextStart : nil) {
      return last - startDate
    }
    return duration ?? plannedDuration
  }

  /// Whether nothing but PLANNED-DURATION says where it ends.
  package var isEndPlanned: Bool {
    endDate == nil && duration == nil && nextStart == nil && plannedDuration != nil
  }

  /// The value of another attribute, such as `X-ASSET-URI`.
  public func attribute(_ name: String) -> String? {
    otherAttributes.first { $0.name == name }?.value
  }
}

extension MediaPlaylist {
  /// All date ranges in the order in which they first appear. Tags with the same ID are one range:
  /// each attribute is taken from the first tag that has it (rfc8216bis, section 4.4.5.1).
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

  /// Each EXT-X-DATERANGE in the order of the lines, with the media sequence number of the segment after it; nil after the last
  /// one.
  package var dateRangeTags: [(range: DateRange, segment: Int?)] {
    segments.flatMap { segment in
      segment.dateRanges.map { ($0, segment.mediaSequenceNumber) }
    } + trailingDateRanges.map { ($0, nil) }
  }
}

/// The START-DATEs of date ranges by class: a range with END-ON-NEXT ends at the next of its class (rfc8216bis, section
/// 4.4.5.1).
package struct DateRangeStarts {
  private var starts: [String: [Double]] = [:]

  /// The starts of `ranges`, if one of them ends at the next.
  package init(_ ranges: some Collection<DateRange>) {
    guard ranges.contains(where: \.endsOnNext) else { return }
    for range in ranges {
      guard let name = range.dateRangeClass, let start = range.startDate else { continue }
      starts[name, default: []].append(start)
    }
    for name in starts.keys { starts[name]?.sort() }
  }

  /// START-DATE of the next range of the class of a range with END-ON-NEXT, in Unix seconds; nil without one.
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
  /// Attributes that a range may collect from its tags: more than any use, and a bound for hostile
  /// playlists that repeat one ID.
  private static let attributeLimit = 128

  /// Takes from `other`, another tag with the same ID, what is absent here.
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
