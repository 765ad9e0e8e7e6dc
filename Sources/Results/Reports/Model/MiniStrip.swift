/// A rendition in a row of a table: at most 32 cells over its whole length.
struct MiniStrip: Sendable, Equatable {
  /// The content of a cell.
  enum Cell: Sendable {
    /// Tags come with another rendition.
    case covered
    /// No tag, for no longer than is usual.
    case none
    case tags
    /// No tag for too long.
    case gap
    case fault

    /// The worst of several wins.
    fileprivate var rank: Int {
      [Cell.covered, .none, .tags, .gap, .fault].firstIndex(of: self) ?? 0
    }
  }

  /// Its title.
  let name: String
  /// From the first to the last.
  let cells: [Cell]
  /// Seconds with faults or in gaps.
  let lostSeconds: Double

  static let capacity = 32

  /// The strip of an input without any tag.
  static let withoutTags = MiniStrip()

  private init() { (name, cells, lostSeconds) = ("all streams", [.gap], 0) }

  /// The strip of a track; nil where its marks are not known. `isCovered`: its tags come with another one;
  /// `end` is that of the content. `hasWrongTags`: false where all findings are about time between tags, and
  /// not about those at its ends.
  init?(
    _ track: TimelineTrack,
    isCovered: Bool,
    status: InputStatus,
    end: Double = .infinity,
    hasWrongTags: Bool = true
  ) {
    guard let strip = track.strip, !strip.marks.isEmpty else { return nil }
    name = track.name
    var all = strip.marks.map { mark -> Cell in
      switch mark {
      case UInt8(ascii: "d"), UInt8(ascii: "i"): .tags
      case UInt8(ascii: "!"): hasWrongTags ? .fault : .tags
      default: isCovered ? .covered : .none
      }
    }
    if !isCovered, status == .fail || status == .warn {
      for gap in strip.gaps(until: end) { for index in gap { all[index] = .gap } }
    }
    lostSeconds = Double(all.count { $0 == .fault || $0 == .gap }) * strip.secondsPerMark
    cells = Self.joined(all)
  }

  private static func joined(_ cells: [Cell]) -> [Cell] {
    guard cells.count > capacity else { return cells }
    return (0..<capacity).map { index in
      let range = cells.count * index / capacity..<cells.count * (index + 1) / capacity
      return cells[range].max { $0.rank < $1.rank } ?? .none
    }
  }
}
