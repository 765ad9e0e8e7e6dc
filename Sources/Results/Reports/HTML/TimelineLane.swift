import Conformance
import Records

/// The kinds of marks on the timeline of an input. The raw value is the text in the legend.
enum TimelineMark: String, CaseIterable {
  case data = "DATA tag"
  case fault = "tag with an error"
  case doubt = "tag with a warning"
  case info = "INFO tag"
  case gap = "gap"
  case empty = "no tags"
  case cover = "another rendition carries the tags"
  case change = "content id changes"
  case error = "error"
  case warning = "warning"
  case segments = "segments"
  case discontinuity = "discontinuity"
  case adBreak = "ad break"
  case ping = "ping"

  /// The SVG shapes that drawings and the legend refer to. A page contains them once.
  static let shapes: HTML =
    """
    <svg class="shapes" aria-hidden="true"><defs>
    <g id="k-data"><path class="data" d="M9 1v14"/></g>
    <g id="k-fault"><path class="fault" d="M9 1v14"/></g>
    <g id="k-doubt"><path class="doubt" d="M9 1v14"/></g>
    <g id="k-gap" class="gap"><rect x="1" y="2" width="16" height="12"/></g>
    <g id="k-empty"><use href="#k-gap"/></g>
    <g id="k-cover" class="cover"><rect x="1" y="2" width="16" height="12"/></g>
    <g id="k-segments" class="segments"><rect y="5" width="9" height="7"/>\
    <rect class="odd" x="9" y="5" width="9" height="7"/></g>
    <g id="k-discontinuity" class="discontinuity"><path d="M9 0v16"/></g>
    <g id="k-adBreak" class="break"><rect x="1" y="2" width="16" height="12"/></g>
    <g id="k-info"><use href="#info" x="9" y="8"/></g>
    <g id="k-change"><use href="#change" x="9" y="8"/></g>
    <g id="k-error"><use href="#error" x="9" y="4"/></g>
    <g id="k-warning"><use href="#warning" x="9" y="4"/></g>
    <g id="k-ping"><use href="#ping" x="9" y="8"/></g>
    <g id="info" class="info"><path d="M0 -8l8 8l-8 8l-8 -8z"/><text y="4">I</text></g>
    <g id="change" class="change"><path d="M-4 -4h8v8h-8z"/></g>
    <rect id="hit" x="-7" y="-3" width="22" height="13" fill="none" stroke="none" pointer-events="all"/>
    <g id="error" class="flag error"><use href="#hit"/><path d="M0 9l-6 -10h12z"/></g>
    <g id="warning" class="flag warning"><use href="#hit"/><path d="M0 9l-6 -10h12z"/></g>
    <circle id="ping" class="ping" r="3.5"/>
    </defs></svg>

    """

  /// The entry of the legend: the shape and its text.
  var key: HTML {
    let limit = " (over \(Quantity.seconds(RuleDescription.cadenceGapLimit)))"
    return """
      <li><svg width="18" height="16" aria-hidden="true"><use href="#k-\("\(self)")"/></svg>\
      \(rawValue)\(self == .gap ? limit : "")</li>
      """
  }
}

/// The drawing of one stream on the timeline: its tags, gaps and segments, and the findings in it.
struct TimelineLane {
  let input: InputReport
  let scale: TimeScale
  /// The index of the input in the report; `row` is the index of the track in the input.
  let number: Int
  let row: Int
  /// The reason why a stream without tags needs none, such as `tags come with video`. Nil if no reason is known.
  let cover: String?

  private var track: TimelineTrack { input.tracks[row] }

  /// The top and height of the tags, and the height of the whole drawing, in pixels.
  private static let (top, height, whole) = (8, 22, 40)

  func html(_ drawn: inout Set<TimelineMark>) -> HTML {
    let track = track
    let bands = bands(&drawn)
    let segments = segments(&drawn)
    let (tags, infos) = tags(&drawn)
    let changes = track.contentChangeMarks.map { change -> HTML in
      """
      <use href="#change" x="\(scale.x(change.time))" y="\(Self.top + Self.height)">\
      <title>Content id changes at \(scale.words(change.time)): \(change.words)</title></use>

      """
    }
    if !changes.isEmpty { drawn.insert(.change) }
    let flags = TimelineFlags(input: input, scale: scale, number: number, row: row).html(&drawn)
    let words =
      "\(track.name): \(Quantity.plural(track.tags.data, "DATA tag")), "
      + Quantity.plural(track.tags.info, "INFO tag")
    return """
      <p class="track-name">\(track.name)\(untimed)</p>
      <svg class="lane" height="\(Self.whole)" role="group" \
      aria-label="\(track.tags.data + track.tags.info > 0 ? words : track.name)">\
      <rect class="ground" y="\(Self.top)" width="100%" height="\(Self.height)"/>\
      <svg class="zoomed">
      \(bands)\(segments)\(tags)\(infos)\(changes)\(flags)</svg></svg>

      """
  }

  /// A link, next to the stream's name, to the first error or warning about the stream that has no time, if any.
  private var untimed: HTML? {
    let index = input.findings.firstIndex {
      $0.severity != .info && $0.place.time == nil && input.trackIndex(of: $0) == row
    }
    return index.map { index in
      let finding = input.findings[index]
      return """
         <a class="untimed \(finding.severity.rawValue)" href="#f\(number)-\(index)">▸ \
        \(RuleTitle.words(finding.rule))</a>
        """
    }
  }

  // MARK: - Gaps

  private func bands(_ drawn: inout Set<TimelineMark>) -> [HTML] {
    if let cover {
      drawn.insert(.cover)
      return [band("cover", scale.start...scale.end, cover, cover, nil)]
    }
    let isFaulty = input.status != .pass
    let gaps: [(range: ClosedRange<Double>, isExact: Bool)] =
      !track.tags.points.isEmpty
      ? track.tags.gaps.map { ($0.start...max($0.start, $0.end), true) }
      : isFaulty ? emptyRuns.map { run in gap(around: run).map { ($0, true) } ?? (run, false) } : []
    return gaps.map { gap($0.range, isExact: $0.isExact, isFaulty: isFaulty, &drawn) }
  }

  private func gap(
    _ range: ClosedRange<Double>,
    isExact: Bool,
    isFaulty: Bool,
    _ drawn: inout Set<TimelineMark>
  ) -> HTML {
    let (from, to) = (range.lowerBound, range.upperBound)
    let isWhole = !isExact && from <= scale.start && to >= scale.end - 1
    drawn.insert(isWhole ? .empty : .gap)
    let length = (isExact ? "" : "at least ") + Quantity.length(to - from)
    let near = isExact ? 0.2 : track.strip?.secondsPerMark ?? 10
    let index = input.findings.firstIndex { finding in
      guard input.trackIndex(of: finding) == row else { return false }
      guard !isWhole else { return finding.place.time == nil && finding.severity != .info }
      return finding.rule.rawValue.hasPrefix("cadence-gap")
        && finding.place.time.map { abs($0 - from) < near } ?? false
    }
    let words =
      isWhole
      ? "No Nielsen tag in \(track.name)"
      : "No DATA tag for \(length), from \(scale.words(from)) to \(scale.words(to))"
    // A stream without tags and without its own finding is not marked as faulty, because the finding names the variant
    // that lacks the tags.
    let isNamed = !isWhole || index != nil || input.status == .absent
    let style = isFaulty && isNamed ? "gap" : "gap quiet"
    return band(style, range, isWhole ? "no tags" : "gap \(length)", words, index)
  }

  private func band(
    _ style: String,
    _ range: ClosedRange<Double>,
    _ text: String,
    _ words: String,
    _ finding: Int?
  ) -> HTML {
    let (from, to) = (range.lowerBound, range.upperBound)
    let middle = scale.x((from + to) / 2)
    let narrow = scale.fits(text, from, to, in: 340) ? "" : " class=\"wide\""
    let band: HTML = """
      <g class="\(style)"><title>\(words)</title><rect x="\(scale.x(from))" y="\(Self.top)" \
      width="\(scale.width(from, to))" height="\(Self.height)"/>\
      \(if: scale.fits(text, from, to, in: 1100),
        "<text\(HTML(resource: narrow)) x=\"\(middle)\" y=\"23\">\(text)</text>")</g>

      """
    return finding.map { "<a href=\"#f\(number)-\($0)\">\(band)</a>" } ?? band
  }

  /// The gaps in the strip: times without tags longer than the limit of `cadence-gap`, to the precision of its marks.
  private var emptyRuns: [ClosedRange<Double>] {
    guard let strip = track.strip else { return [] }
    return strip.gaps(until: input.duration ?? scale.end).map { gap in
      let from = Double(gap.lowerBound) * strip.secondsPerMark
      return from...max(from, min(Double(gap.upperBound) * strip.secondsPerMark, scale.end))
    }
  }

  /// The exact gap around empty marks of the strip, from the time of its finding and the length of
  /// the longest gap. Nil if no finding about the longest gap fits.
  private func gap(around run: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard let seconds = track.strip?.secondsPerMark, let length = input.longestGap,
      let from = input.findings.first(where: {
        $0.rule.rawValue == "cadence-gap" && input.trackIndex(of: $0) == row
          && $0.place.time.map { (run.lowerBound - seconds...run.lowerBound).contains($0) } ?? false
      })?.place.time,
      (run.upperBound...run.upperBound + seconds).contains(from + length)
    else { return nil }
    return from...from + length
  }

  // MARK: - Tags and segments

  /// The DATA tags as three paths, for tags without a fault, with a warning and with an error; and the INFO tags.
  private func tags(_ drawn: inout Set<TimelineMark>) -> (HTML?, [HTML]) {
    var paths: [TimelineMark: String] = [:]
    var infos: [HTML] = []
    func info(_ time: Double, _ words: String) {
      infos.append(
        """
        <use href="#info" x="\(scale.x(time))" y="19"><title>INFO tag \(words)</title></use>

        """
      )
    }
    let wrong = wrongRanges
    for point in track.tags.points {
      guard !point.isInfo else {
        info(point.time, "at \(scale.words(point.time))")
        continue
      }
      let mark = wrong.first { $0.range.contains(point.time) }?.mark ?? .data
      paths[mark, default: ""] += "M\(scale.tenths(point.time)) 0v1"
    }
    if track.tags.points.isEmpty, let strip = track.strip {
      for (index, mark) in strip.marks.enumerated() where mark != UInt8(ascii: ".") {
        let from = Double(index) * strip.secondsPerMark
        let to = min(from + strip.secondsPerMark, scale.end)
        guard to > from else { continue }
        if mark == UInt8(ascii: "i") {
          info((from + to) / 2, "between \(Quantity.moment(from)) and \(scale.words(to))")
        }
        let kind: TimelineMark =
          mark != UInt8(ascii: "!") ? .data : input.status == .warn ? .doubt : .fault
        let (left, right) = (scale.tenths(from), scale.tenths(to))
        // The path also covers marks of INFO tags, which occur between DATA tags.
        paths[kind, default: ""] += "M\(left) 0H\(right)V1H\(left)z"
      }
    }
    drawn.formUnion(paths.keys)
    if !infos.isEmpty { drawn.insert(.info) }
    let style = track.tags.points.isEmpty ? "marks" : "tags"
    let drawings = [TimelineMark.data, .doubt, .fault].map { mark -> HTML in
      paths[mark].map { "<path class=\"\("\(mark)") \(style)\" d=\"\($0)\"/>" } ?? ""
    }
    return (scale.paths(drawings, y: Self.top, pixels: Self.height), infos)
  }

  /// The times of tags with findings, errors first. If a finding represents several tags, the marks of the strip give
  /// their times.
  private var wrongRanges: [(range: ClosedRange<Double>, mark: TimelineMark)] {
    let ranges = input.findings.filter {
      $0.severity != .info && !$0.isAboutTime && input.trackIndex(of: $0) == row
    }
    .flatMap { finding -> [(range: ClosedRange<Double>, mark: TimelineMark)] in
      guard let range = input.range(of: finding) else { return [] }
      let mark: TimelineMark = finding.severity == .error ? .fault : .doubt
      guard finding.count > 1, let strip = track.strip else {
        return [(range.lowerBound - 0.05...range.upperBound + 0.05, mark)]
      }
      return strip.marks.enumerated().filter { $0.element == UInt8(ascii: "!") }.map { index, _ in
        let from = Double(index) * strip.secondsPerMark
        return (from...from + strip.secondsPerMark, mark)
      }
      .filter { $0.0.overlaps(range) }
    }
    return ranges.filter { $0.mark == .fault } + ranges.filter { $0.mark != .fault }
  }

  private func segments(_ drawn: inout Set<TimelineMark>) -> [HTML] {
    if !track.segments.isEmpty { drawn.insert(.segments) }
    if track.segments.contains(where: \.isDiscontinuity) { drawn.insert(.discontinuity) }
    let segments = track.segments.map { segment -> HTML in
      let (from, to) = (segment.start, segment.start + segment.duration)
      let words =
        "\(segment.uri) at \(scale.words(from)), \(Quantity.length(segment.duration))"
        + (segment.tags > 0 ? ", \(Quantity.plural(segment.tags, "Nielsen tag"))" : "")
        + (segment.isComplete ? "" : ", not read to its end")
      let (left, right) = (scale.tenths(from), scale.tenths(to))
      return """
        <rect\(if: !segment.isComplete, " class=\"broken\"") x="\(left)" \
        width="\(max(1, right - left))"><title>\(words)</title></rect>
        """
    }
    let changes = track.segments.filter(\.isDiscontinuity).map { segment -> HTML in
      """
      <g class="discontinuity"><title>EXT-X-DISCONTINUITY at \(scale.words(segment.start))</title>\
      <line x1="\(scale.x(segment.start))" x2="\(scale.x(segment.start))" y1="2" y2="38"/></g>

      """
    }
    let shapes = scale.paths(segments, y: 31, pixels: 7, height: 7, style: "segments")
    return [shapes].compactMap { $0 } + changes
  }
}

/// The findings of a stream, or of the whole input, as flags. Adjacent findings share a flag.
struct TimelineFlags {
  let input: InputReport
  let scale: TimeScale
  let number: Int
  let row: Int?

  private struct Found {
    let index: Int
    let finding: Finding
    let range: ClosedRange<Double>
  }

  func html(_ drawn: inout Set<TimelineMark>) -> [HTML] {
    let found = input.findings.enumerated().compactMap { index, finding -> Found? in
      guard finding.severity != .info, input.trackIndex(of: finding) == row,
        let range = input.range(of: finding)
      else { return nil }
      return Found(index: index, finding: finding, range: range)
    }
    var groups: [[Found]] = []
    for one in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      drawn.insert(one.finding.severity == .error ? .error : .warning)
      let first = groups.last?.first?.range.lowerBound
      if let first, one.range.lowerBound - first < (scale.end - scale.start) * 0.011 {
        groups[groups.count - 1].append(one)
      } else {
        groups.append([one])
      }
    }
    return groups.compactMap(flag)
  }

  private func flag(_ group: [Found]) -> HTML? {
    guard let first = group.first else { return nil }
    let isError = group.contains { $0.finding.severity == .error }
    let words = group.prefix(4).map { one in
      let end = one.range.upperBound > one.range.lowerBound
      return "\(RuleTitle.words(one.finding.rule)), \(scale.words(one.range.lowerBound))"
        + (end ? " to \(Quantity.moment(one.range.upperBound))" : "")
    }
    let rest = group.count - words.count
    let all = (words + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "\n")
    let x = scale.x(first.range.lowerBound)
    return """
      <a class="to-finding" href="#f\(number)-\(first.index)" \
      data-findings="\(group.map { String($0.index) }.joined(separator: " "))"><title>\(all)</title>\
      <use href="#\(isError ? "error" : "warning")" x="\(x)" y="1"/>\
      \(if: group.count > 1, "<text x=\"\(x)\" dx=\"8\" y=\"8\">\(group.count)</text>")</a>

      """
  }
}
