import Formats

/// How a Representation's segment addresses are built.
enum SegmentAddressing: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// The reference as written; nil means the base URL.
    var reference: String?
    var range: MediaRange?
  }

  case none
  case template(AddressTemplate, bases: [String])
  case list([Entry], bases: [String])
  /// The base URL is the segment.
  case whole(bases: [String])

  func location(position: Int, _ slot: SegmentRuns.Slot) -> SegmentLocation? {
    switch self {
    case .none: nil
    case .template(let template, let bases):
      SegmentLocation(template.text(number: slot.number, time: slot.time), bases: bases)
    case .list(let entries, let bases):
      entries.indices.contains(position)
        ? SegmentLocation(
          entries[position].reference ?? "",
          bases: bases,
          range: entries[position].range
        ) : nil
    case .whole(let bases): SegmentLocation("", bases: bases)
    }
  }
}

extension SegmentLocation {
  /// Resolves `reference` against each base URL; fails if there is no base URL.
  init?(_ reference: String, bases: [String], range: MediaRange? = nil) {
    // An empty reference means the base itself, including its query.
    let addresses = bases.map { URIReference.resolve(reference, against: $0) }
    guard let first = addresses.first else { return nil }
    self.init(address: first, alternatives: Array(addresses.dropFirst()), range: range)
  }
}

/// A byte range of a resource, for example from the attribute `mediaRange` or from a segment index.
package struct MediaRange: Sendable, Hashable {
  package var offset: Int64
  /// The number of bytes; nil means up to the end of the resource.
  package var length: Int64?
}

/// The addresses and the byte range of a segment, an index or an initialization section.
package struct SegmentLocation: Sendable, Hashable {
  /// The resolved address to try first.
  package var address: String
  /// The addresses under the base URLs after the first, in the order of these URLs.
  package var alternatives: [String] = []
  /// The byte range in the resource; nil means the whole resource.
  package var range: MediaRange?

  package var addresses: [String] { [address] + alternatives }
}

package struct Segment: Sendable, Hashable {
  package var location: SegmentLocation
  /// The value of `$Number$`. A segment from an index has its position among the index entries, from 0.
  package var number: Int64
  /// The start on the media timeline in ticks, including the presentation time offset.
  package var time: Int64
  package var duration: Int64?
  /// Seconds from the start of the Period to the start of the segment: (time - offset) / timescale.
  package var secondsInPeriod: Double
  package var durationSeconds: Double?

  /// Seconds from the start of the Period to the end of the segment, or to its start if the duration is unknown.
  package var endInPeriod: Double { secondsInPeriod + (durationSeconds ?? 0) }
}

/// A template of segment addresses (5.3.9.4.4), such as `video_$Number%05d$.m4s`.
struct AddressTemplate: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case number(width: Int)
    case time(width: Int)
  }

  /// The maximum number of digits that a format may request.
  private static let maximumWidth = 40

  private(set) var parts: [Part] = []
  /// The first name after a dollar sign that is not an identifier; addresses keep it as written.
  private(set) var unknown: String?

  /// Parses a template and replaces the identifiers that do not depend on the segment.
  init(_ template: String, representation: String, bandwidth: Int?) {
    var text = ""
    var pieces = template.split(separator: "$", omittingEmptySubsequences: false)[...]
    text += pieces.popFirst() ?? ""
    while let piece = pieces.popFirst() {
      // The closing dollar sign is missing.
      guard let following = pieces.popFirst() else {
        unknown = unknown ?? String(piece)
        text += "$" + piece
        break
      }
      let (name, width) = Self.identifier(piece)
      var part: Part?
      switch (name, width) {
      case ("", nil): text += "$"
      case ("RepresentationID", nil): text += representation
      case ("Bandwidth", _): text += Decimals.padded(bandwidth ?? 0, to: width ?? 1)
      case ("Number", _): part = .number(width: width ?? 1)
      case ("Time", _): part = .time(width: width ?? 1)
      default:
        unknown = unknown ?? String(piece)
        text += "$" + piece + "$"
      }
      if let part {
        if !text.isEmpty { parts.append(.text(text)) }
        parts.append(part)
        text = ""
      }
      text += following
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The address of the segment with this number and this start time in ticks, as a reference to resolve.
  func text(number: Int64, time: Int64) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .number(let width): Decimals.padded(number, to: width)
      case .time(let width): Decimals.padded(time, to: width)
      }
    }.joined()
  }

  /// Splits `Number%05d` into the name and the width. `%d` means a width of 1; without a format, the width is nil.
  private static func identifier(_ piece: Substring) -> (name: Substring, width: Int?) {
    guard let mark = piece.firstIndex(of: "%") else { return (piece, nil) }
    let digits = piece[piece.index(after: mark)...].dropLast()
    guard piece.last == "d", digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let width = digits.isEmpty ? 1 : Int(digits), width <= maximumWidth
    else { return (piece, nil) }
    return (piece[..<mark], width)
  }
}

/// The segments that are available at a time (5.3.9.5.3).
extension MediaPresentation {
  /// The positions of the segments that are available at `now`, the server's time in Unix seconds; empty if they are
  /// unknown, for example because the Period has no start.
  ///
  /// All segments are available in a static presentation. If its end is unknown, the range has no end: request segments
  /// in order until one is not found. In a dynamic presentation, all segments are available if their number is known
  /// and the manifest lists them or has no availability start time. Otherwise, a segment is available from its end, or
  /// earlier by the availability time offset, as long as it is in the time shift buffer.
  package func availableSegments(
    of representation: Representation,
    in period: Period,
    at now: Double
  ) -> Range<Int> {
    let segments = representation.segments
    guard let start = period.start else { return 0..<0 }
    if kind == .static { return 0..<(segments.count ?? .max) }
    if segments.isListed, let count = segments.count { return 0..<count }
    guard let anchor = availabilityStartTime else { return 0..<(segments.count ?? 0) }
    let offset = segments.availabilityTimeOffset
    // With an infinite offset, all segments are available if the end is known; otherwise only those that have started.
    let moment = min(now, availabilityEndTime ?? now) - anchor - start
    let isOpen = segments.count == nil
    let upper: Int
    if offset == .infinity, moment >= 0 {
      upper = isOpen ? segments.count(endingBy: moment) + 1 : segments.count ?? 0
    } else {
      upper = moment.isFinite && offset.isFinite ? segments.count(endingBy: moment + offset) : 0
    }
    guard let depth = timeShiftBufferDepth else { return 0..<upper }
    return min(segments.count(endingBy: moment - depth), upper)..<upper
  }
}

extension RepresentationSegments {
  /// The number of segments that end at or before a time, in seconds from the start of the Period.
  func count(endingBy seconds: Double) -> Int {
    let ticks = seconds * Double(timescale)
    guard ticks.isFinite else { return ticks > 0 ? count ?? 0 : 0 }
    return runs.count(endingBy: ticks + Double(presentationTimeOffset))
  }
}
