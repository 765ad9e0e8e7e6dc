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
