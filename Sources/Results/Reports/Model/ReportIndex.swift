import Conformance
import Records

/// The data of a report's first page: the causes of problems, and the inputs, most serious problem first.
struct ReportIndex: Sendable {
  /// An input as a row of the table: its problem, causes and strips.
  struct Entry: Sendable {
    let harm: InputHarm
    /// The most serious problem as text, or the reason why the input is not judged. Nil if there is no problem.
    var problem: String?
    /// The indexes of the input's causes in `causes`, in the order of ``InputProblem/all(of:in:)``.
    var causes: [Int] = []
    var strips: [MiniStrip] = []
    /// The number of strips that are not shown.
    var otherStrips = 0
  }

  /// The row of each input, by the index of the input.
  private(set) var entries: [Entry] = []
  /// The causes, most serious first.
  private(set) var causes: [ReportCause] = []
  /// The indexes of the inputs, most serious problem first.
  private(set) var order: [Int] = []

  private(set) var hasStrips = false

  static let shownStrips = 6

  init(_ report: Report) {
    var indexes: [ReportCause.Kind: Int] = [:]
    for (number, input) in report.inputs.enumerated() {
      let all = Self.strips(of: input, in: report)
      var entry = Entry(harm: InputHarm(input, strips: all))
      entry.strips = Array(all.prefix(Self.shownStrips))
      entry.otherStrips = all.count - entry.strips.count
      if !all.isEmpty { hasStrips = true }
      // A player has a finding only if the stream makes it miss tags or show them at the wrong time.
      let hasLosses = input.findings.contains { PlayerLine.isMade(by: $0.rule) }
      let players = hasLosses ? report.players(of: input) : []
      for problem in InputProblem.all(of: input, in: report) {
        let index = indexes[problem.kind] ?? causes.count
        if index == causes.count {
          indexes[problem.kind] = index
          causes.append(ReportCause(problem))
        }
        causes[index]
          .add(input, at: number, findings: problem.cause, harm: entry.harm, players: players)
        entry.causes.append(index)
        entry.problem = entry.problem ?? problem.message
      }
      if let reason = input.notJudged { entry.problem = reason }
      entries.append(entry)
    }
    sortCauses()
    order = entries.indices.sorted { one, other in
      let harms = (entries[one].harm, entries[other].harm)
      return harms.0 < harms.1 || (!(harms.1 < harms.0) && one < other)
    }
  }

  private mutating func sortCauses() {
    let sorted = causes.indices.sorted { one, other in
      if causes[one].hurtsMore(than: causes[other]) { return true }
      return !causes[other].hurtsMore(than: causes[one]) && one < other
    }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    causes = sorted.map { causes[$0] }
    for index in entries.indices {
      entries[index].causes = entries[index].causes.compactMap { places[$0] }
    }
  }

  private static func strips(of input: InputReport, in report: Report) -> [MiniStrip] {
    guard !input.isReduced else { return [] }
    let cover = TrackCover(input, results: report.results(of: input))
    let hasWrongTags = input.findings.contains { $0.severity != .info && !$0.isAboutTime }
    let strips = input.tracks.enumerated().compactMap { index, track in
      MiniStrip(
        track,
        isCovered: cover.words[index] != nil,
        status: input.status,
        end: input.duration ?? .infinity,
        hasWrongTags: hasWrongTags
      )
    }
    guard strips.isEmpty else { return strips }
    return switch input.status {
    case .absent: [MiniStrip(.gap)]
    case .notJudged: [MiniStrip(.none)]
    default: []
    }
  }
}

/// A small timeline of one rendition or program in its input's row of the report: at most 32 cells for its duration.
struct MiniStrip: Sendable, Equatable {
  enum Cell: Sendable {
    /// Another rendition carries the tags.
    case covered
    /// No tag, but not a gap either.
    case none
    case tags
    /// No tag for longer than the limit of `cadence-gap`, in an input that failed, has warnings or has no DATA tags.
    case gap
    case fault

    /// The rank of the cell. When cells are joined, the cell with the highest rank is kept.
    fileprivate var rank: Int {
      [Cell.covered, .none, .tags, .gap, .fault].firstIndex(of: self) ?? 0
    }
  }

  let name: String
  let cells: [Cell]
  /// The number of seconds with faults or in gaps.
  let lostSeconds: Double

  static let capacity = 32

  /// Creates a strip of one cell, for an input whose marks are unknown.
  fileprivate init(_ cell: Cell) { (name, cells, lostSeconds) = ("all streams", [cell], 0) }

  /// Creates the strip of a track. Nil if its marks are not known.
  ///
  /// `isCovered` is true if another rendition carries its tags, and `end` is the end of the content in seconds. If
  /// `hasWrongTags` is false, no error or warning is about a tag itself, and marks of faults count as tags.
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
