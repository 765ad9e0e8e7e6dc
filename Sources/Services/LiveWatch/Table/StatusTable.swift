import Conformance
import Formats
import Records

/// The table on a terminal: one line per feed or track, cut to the width and height of the terminal.
package struct StatusTable {
  private let snapshot: WatchSnapshot
  private let style: TableStyle
  private let columns: Int
  private let rows: Int

  /// Makes a table of `columns` characters (at least 20) and at most `rows` lines (at least 3).
  package init(_ snapshot: WatchSnapshot, style: TableStyle, columns: Int, rows: Int) {
    self.snapshot = snapshot
    self.style = style
    self.columns = max(20, columns)
    self.rows = max(3, rows)
  }

  private static let gap = "  "
  /// The widths of the columns next to the name: state, DATA, INFO, age.
  private static let figures = (state: 7, data: 6, info: 5, age: 11)
  private static let figuresWidth = 7 + 6 + 5 + 11 + 4 * 2
  /// The terminal width below which the numbers of tags are left out to make room for alarms.
  private static let fullWidth = 64
  private static let narrow = (name: 12, age: 8)
  /// The width of a CID. Narrow terminals do not show it.
  private static let cidWidth = 24
  private static let widthWithCID = 120
  private static let nameWidths = 14...52

  private var showsCIDs: Bool { columns >= Self.widthWithCID }
  private var isNarrow: Bool { columns < Self.fullWidth }
  private var nameWidth: Int {
    guard !isNarrow else { return Self.narrow.name }
    let others = Self.figuresWidth + (showsCIDs ? Self.cidWidth + 2 : 0)
    let left = (columns - others) * 3 / 5
    return min(max(left, Self.nameWidths.lowerBound), Self.nameWidths.upperBound)
  }

  private struct Line {
    var text: String
    /// Whether the line shows a lost feed, an alarm or a warning.
    var isTrouble: Bool
  }

  /// The lines, without line breaks. The most urgent feeds come first, as on the page. `events` are the latest events,
  /// oldest first; they fill the remaining lines.
  package func lines(events: [String] = []) -> [String] {
    var window = TableWindow?.none
    return lines(events: events, in: &window)
  }

  /// The lines, with a window over the feeds that can be moved with keys.
  /// - Parameters:
  ///   - events: The latest events, oldest first.
  ///   - window: The visible part of the feeds, which is adapted to the table. Nil if no keys are read.
  /// - Returns: The lines, at most `rows`.
  package func lines(events: [String] = [], in window: inout TableWindow?) -> [String] {
    var lines = [summary, heading]
    let names = DistinctNames(snapshot.feeds.map { PrintableText.escaping($0.title) })
      .fitting(nameWidth)
    let feeds = snapshot.byUrgency.flatMap { index, feed in
      self.feed(feed, name: names[index]).map { (feed: index, line: $0) }
    }
    let room = rows - lines.count
    guard feeds.count <= room else { return lines + cut(feeds, to: room, &window) }
    window?.fit(0, into: room)
    lines += feeds.map(\.line.text)
    let left = rows - lines.count - 1
    guard left > 0, !events.isEmpty else { return lines }
    lines.append("")
    lines += events.suffix(left).map { cut(PrintableText.escaping($0), to: columns) }
    return lines
  }

  /// Cuts the lines of feeds to `room` lines. The last line says which lines are shown, or how many are hidden, and how
  /// to see the others.
  private func cut(
    _ lines: [(feed: Int, line: Line)],
    to room: Int,
    _ window: inout TableWindow?
  ) -> [String] {
    let size = room - 1
    window?.fit(lines.count, into: size)
    let first = window?.first ?? 0
    let shown = lines.dropFirst(first).prefix(size)
    let others = lines.prefix(first) + lines.dropFirst(first + size)
    let troubles = Set(others.lazy.filter(\.line.isTrouble).map(\.feed)).count
    let count = Decimals.counted(troubles, "feed")
    let rest: String
    if window != nil {
      let trouble = troubles == 0 ? "" : ", \(count) in trouble not shown"
      let range = size > 0 ? "\(first + 1)-\(first + shown.count)" : "0"
      rest = "lines \(range) of \(lines.count)\(trouble)  ↑ ↓ PgUp PgDn: scroll, Home: top"
    } else {
      let trouble = troubles == 0 ? "" : ", \(count) in trouble among them"
      rest = "… \(others.count) more lines\(trouble): enlarge the window"
    }
    return shown.map(\.line.text)
      + [paint(cut(rest, to: columns), troubles == 0 ? .faint : .bad)]
  }

  private var summary: String {
    let time = UTCTime.text(snapshot.date.rounded(.down)) ?? "-"
    let parts: [(String, TextEmphasis)] =
      [("id3tap watch", .none)]
      + snapshot.troubles.map { ($0.words, Self.emphasis($0.condition)) }
      + [
        (snapshot.goodWords, .none), (StatusWords.duration(snapshot.uptime), .none), (time, .faint),
      ]
    var left = columns
    var line = ""
    for (text, emphasis) in parts {
      let needed = text.count + (line.isEmpty ? 0 : Self.gap.count)
      guard needed <= left else { break }
      left -= needed
      line += (line.isEmpty ? "" : Self.gap) + paint(text, emphasis)
    }
    return line
  }

  private var heading: String {
    paint(
      row(
        name: "FEED",
        state: "STATE",
        data: "DATA",
        info: "INFO",
        age: "LAST TAG",
        cid: "CID",
        "ALARMS"
      ),
      .faint
    )
  }

  private func feed(_ feed: FeedSnapshot, name: String) -> [Line] {
    let condition = feed.condition
    let onlyTrack = feed.tracks.count == 1 ? feed.tracks.first : nil
    let own = feed.alarms.filter { alarm in
      onlyTrack != nil || !feed.tracks.contains { alarm.current.contains($0.key) }
    }
    let trouble = feed.phase.isLost ? feed.phase.reason ?? "" : Self.names(own)
    let first = Line(
      text: line(
        name: name,
        state: condition.word,
        Self.emphasis(condition),
        track: onlyTrack,
        of: feed,
        trouble
      ),
      isTrouble: condition.isTrouble
    )
    guard onlyTrack == nil else { return [first] }
    return [first] + feed.tracks.map { self.track($0, of: feed) }
  }

  private static func emphasis(_ condition: FeedCondition) -> TextEmphasis {
    switch condition {
    case .lost, .alarm: .bad
    case .warning: .warning
    case .waiting: .faint
    case .ok: .good
    }
  }

  private func track(_ track: TrackState, of feed: FeedSnapshot) -> Line {
    let alarms = feed.alarms.filter { $0.current.contains(track.key) }
    let condition = alarms.map(\.severity).max().map { FeedCondition($0) } ?? .ok
    let text = line(
      name: PrintableText.escaping("  " + (track.key.name ?? "whole feed"))
        .cutInTheMiddle(to: nameWidth),
      state: condition.isTrouble ? condition.word : "",
      Self.emphasis(condition),
      track: track,
      of: feed,
      Self.names(alarms)
    )
    return Line(text: text, isTrouble: condition.isTrouble)
  }

  private static func names(_ alarms: [ActiveAlarm]) -> String {
    alarms.map(\.name.words).joined(separator: ", ")
  }

  private func line(
    name: String,
    state: String,
    _ emphasis: TextEmphasis,
    track: TrackState?,
    of feed: FeedSnapshot,
    _ trouble: String
  ) -> String {
    let plain = row(
      name: name,
      state: state,
      data: track.map { String($0.counters.tags.data) } ?? "",
      info: track.map { String($0.counters.tags.info) } ?? "",
      age: track.map { feed.tagAge(of: $0).map(age) ?? "-" } ?? "",
      cid: (track?.fdCID ?? track?.pcCID)?.text ?? "",
      trouble
    )
    let start = nameWidth + Self.gap.count
    let rest = plain.dropFirst(start)
    guard !state.isEmpty, rest.hasPrefix(state) else { return plain }
    return plain.prefix(start) + paint(state, emphasis) + rest.dropFirst(state.count)
  }

  private func row(
    name: String,
    state: String,
    data: String,
    info: String,
    age: String,
    cid: String,
    _ trouble: String
  ) -> String {
    var cells = [padded(name, to: nameWidth), padded(state, to: Self.figures.state)]
    if isNarrow {
      cells.append(padded(cut(age, to: Self.narrow.age), to: Self.narrow.age, isNumber: true))
    } else {
      cells += [
        padded(data, to: Self.figures.data, isNumber: true),
        padded(info, to: Self.figures.info, isNumber: true),
        padded(age, to: Self.figures.age, isNumber: true),
      ]
    }
    if showsCIDs { cells.append(padded(cid, to: Self.cidWidth)) }
    cells.append(PrintableText.escaping(trouble))
    var line = cut(cells.joined(separator: Self.gap), to: columns)
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private func age(_ seconds: Double) -> String {
    StatusWords.duration(seconds) + (isNarrow ? "" : " ago")
  }

  // MARK: - Text

  private func paint(_ text: String, _ emphasis: TextEmphasis) -> String {
    style.paint(text, emphasis)
  }

  private func padded(_ text: String, to width: Int, isNumber: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isNumber ? padding + text : text + padding
  }

  private func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

/// The part of the feeds' lines that a terminal shows if not all of them fit.
package struct TableWindow: Sendable, Equatable {
  package enum Move: Sendable {
    case lineUp, lineDown, pageUp, pageDown, top, bottom
  }

  /// The first visible line, from 0.
  package private(set) var first = 0
  private var count = 0
  private var size = 0

  package init() {}

  private var last: Int { max(0, count - size) }

  /// Moves the window. A page keeps one line of the previous page.
  package mutating func move(_ move: Move) {
    let page = max(1, size - 1)
    let wanted =
      switch move {
      case .lineUp: first - 1
      case .lineDown: first + 1
      case .pageUp: first - page
      case .pageDown: first + page
      case .top: 0
      case .bottom: last
      }
    first = min(max(0, wanted), last)
  }

  /// Adapts the window to `count` lines, of which `size` are visible.
  mutating func fit(_ count: Int, into size: Int) {
    (self.count, self.size) = (count, max(0, size))
    first = min(first, last)
  }
}
