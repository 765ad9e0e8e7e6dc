import Formats
import Terminal

/// Arranges a picture on a terminal: title, channels, the playhead, tags, and below them the log or another
/// panel, then the keys.
struct PlayerScreen {
  let picture: PlayerPicture
  let size: ScreenSize

  /// The smallest size with a usable picture.
  private static let least = ScreenSize(columns: 30, rows: 8)

  /// The lines of a screen; `page` is the number of log lines there is room for.
  var layout: (lines: [ScreenLine], page: Int) {
    guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
      return (Self.tooSmall(size), 1)
    }
    let keys = keyLines
    func room(below lines: [ScreenLine]) -> Int {
      max(1, size.rows - lines.count - keys.count - 1)
    }
    var lines = [title] + channels + [playhead] + tags
    // A panel that is shown briefly may cover channels and tags.
    let need = picture.panel == .log ? 0 : panel(room: 0).lines.count
    if need > room(below: lines) { lines = [title, playhead] }
    let room = room(below: lines)
    let panel = panel(room: room)
    lines.append(panel.heading)
    lines += panel.lines.prefix(room)
    lines += Array(repeating: ScreenLine(), count: max(0, size.rows - keys.count - lines.count))
    return (lines + keys, room)
  }

  private static func tooSmall(_ size: ScreenSize) -> [ScreenLine] {
    let text = "needs \(least.columns)x\(least.rows): enlarge, or q"
    let lines = [ScreenLine(text, .warning)]
    return lines + Array(repeating: ScreenLine(), count: max(0, size.rows - 1))
  }

  // MARK: - Above

  private var title: ScreenLine {
    var line = ScreenLine("id3tap player", .accent)
    if picture.channels.indices.contains(picture.channel) {
      line.append("  " + picture.channels[picture.channel])
    }
    var marks: [String] = []
    switch picture.screen {
    case .none: break
    case .airPlay: marks.append("AirPlay")
    case .cast: marks.append("cast")
    }
    if picture.isOptedOut { marks.append("opted out") }
    let end = marks.map { "[\($0)]" }.joined(separator: " ")
    guard !end.isEmpty else { return line }
    // Text that does not fit after a long name replaces the end of the name.
    let width = TextWidth.columns(end)
    guard line.columns + 2 + width > size.columns else {
      line.pad(to: size.columns - width)
      line.append(end, .warning)
      return line
    }
    var short = ScreenLine("id3tap player", .accent)
    short.append("  \(end)", .warning)
    return short
  }

  /// The channels around the chosen one.
  private var channels: [ScreenLine] {
    let count = picture.channels.count
    let room = min(count, max(1, size.rows / 5))
    let first = min(max(0, picture.channel - room / 2), count - room)
    return (first..<first + room).map { index in
      let isChosen = index == picture.channel
      var line = ScreenLine(isChosen ? "> " : "  ", .accent)
      line.append("\(index + 1) \(picture.channels[index])", isChosen ? .none : .faint)
      return line
    }
  }

  private var playhead: ScreenLine {
    var line = ScreenLine()
    let (word, emphasis) = state
    line.append(word, emphasis)
    line.append("  \(ClockText.text(of: picture.position)) ")
    let end = " \(picture.lastSecond.map { ClockText.text(of: $0) } ?? "-:--:--")"
    let width = size.columns - line.columns - end.count
    if width >= 5 {
      let (played, rest) = bar(width: width)
      line.append(played, .accent)
      line.append(rest, .faint)
    }
    line.append(end)
    return line
  }

  private var state: (String, TextEmphasis) {
    switch picture.phase {
    case .stopped: ("stopped", .none)
    case .playing where picture.isStalled: ("waiting", .warning)
    case .playing: ("playing", .good)
    case .paused: ("paused ", .warning)
    case .ended: ("ended  ", .none)
    case .failed: ("failed ", .bad)
    }
  }

  /// The bar of the playhead: the played part, and the rest.
  private func bar(width: Int) -> (played: String, rest: String) {
    let total = Double(picture.lastSecond ?? 0)
    let whole = max(total, picture.lastSecond == nil ? picture.reached : 0, 1)
    let share = min(1, Double(max(0, picture.position)) / whole)
    let played = min(width - 1, Int(share * Double(width)))
    let isThere = picture.lastSecond != nil || picture.reached > 0
    return (
      String(repeating: "━", count: played) + "●",
      String(repeating: isThere ? "─" : " ", count: width - played - 1)
    )
  }

  private var tags: [ScreenLine] {
    let room = max(1, min(5, size.rows / 6))
    let lines = (0..<room).map { index -> ScreenLine in
      guard picture.tags.indices.contains(index) else {
        return index == 0 ? ScreenLine("tag      none yet", .faint) : ScreenLine()
      }
      let tag = picture.tags[index]
      var line = ScreenLine("tag  \(ClockText.text(of: tag.second))  ", .faint)
      line.append(tag.text, index == 0 ? .good : .faint)
      return line
    }
    return lines
  }

  // MARK: - Panels

  private func panel(room: Int) -> (heading: ScreenLine, lines: [ScreenLine]) {
    switch picture.panel {
    case .log: (logHeading(room), logLines(room))
    case .info: (heading("INFO  i closes"), information)
    case .optOut: (heading("OPT-OUT"), optOut)
    case .help: (heading("KEYS  ? closes"), help)
    }
  }

  private func heading(_ text: String) -> ScreenLine { ScreenLine(text, .accent) }

  private var lastLine: Int {
    let end = picture.log.droppedLineCount + picture.log.lines.count
    return min(picture.lastShownLine ?? end, end)
  }

  private func logHeading(_ room: Int) -> ScreenLine {
    let end = picture.log.droppedLineCount + picture.log.lines.count
    let below = end - lastLine
    return heading(below > 0 ? "LOG  \(below) below: End follows" : "LOG")
  }

  private func logLines(_ room: Int) -> [ScreenLine] {
    let lines = picture.log.lines
    let count = min(lines.count, max(0, lastLine - picture.log.droppedLineCount))
    return lines.prefix(count).suffix(room).map { entry in
      var line = ScreenLine(entry.second.map { ClockText.text(of: $0) } ?? "-:--:--", .faint)
      line.append("  \(entry.kind)", .faint)
      line.pad(to: 16)
      line.append(entry.text, entry.emphasis)
      return line
    }
  }

  private var information: [ScreenLine] {
    picture.information.map { name, value in
      var line = ScreenLine(name, .faint)
      line.pad(to: 16)
      line.append(value)
      return line
    }
  }

  private var optOut: [ScreenLine] {
    var page = ScreenLine("page   ", .faint)
    page.append(picture.optOutURL.isEmpty ? "none yet: try later" : picture.optOutURL)
    return [
      page, ScreenLine("1 opts out, 0 opts in, Esc closes"),
      ScreenLine(picture.isOptedOut ? "now: opted out" : "now: opted in", .warning),
    ]
  }

  private var help: [ScreenLine] {
    PlayerController.allKeys.map { keys, meaning in
      var line = ScreenLine(keys, .accent)
      line.pad(to: 20)
      line.append(meaning)
      return line
    }
  }

  /// The keys on as many lines as the screen has left, at most two.
  private var keyLines: [ScreenLine] {
    let most = size.rows >= 12 ? 2 : 1
    var lines = [ScreenLine()]
    for (keys, meaning) in PlayerController.keyHelp {
      let isFirst = lines[lines.count - 1].columns == 0
      let width = TextWidth.columns(keys) + 1 + TextWidth.columns(meaning) + (isFirst ? 0 : 2)
      if lines[lines.count - 1].columns + width > size.columns {
        guard lines.count < most else { break }
        lines.append(ScreenLine())
      }
      var line = lines[lines.count - 1]
      if line.columns > 0 { line.append("  ") }
      line.append(keys, .accent)
      line.append(" \(meaning)", .faint)
      lines[lines.count - 1] = line
    }
    return lines
  }
}
