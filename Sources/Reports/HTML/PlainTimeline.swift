import Conformance
import Documents
import Formats
import Records

/// The timeline of an input without a script: one drawing for each stream.
struct PlainTimeline {
  let input: InputReport

  private static let width = 1000.0

  /// The streams, and after them one for errors that belong to none.
  func tracks(_ limit: Int) -> [HTML] {
    let tracks = input.tracks.enumerated().prefix(limit).map { track($1, at: $0) }
    guard !faults(at: nil).isEmpty else { return tracks }
    return tracks + [track(TimelineTrack(), at: nil)]
  }

  private var end: Double {
    if let duration = input.duration, duration > 0 {
      return input.tracks.reduce(duration) { max($0, $1.tags.lastTime ?? 0) }
    }
    return input.tracks.reduce(1) { end, track in
      let strip = track.strip.map { Double($0.marks.count) * $0.secondsPerMark }
      return max(end, track.tags.lastTime ?? 0, strip ?? 0)
    }
  }

  private func faults(at index: Int?) -> [Finding] {
    input.findings.filter {
      $0.severity == .error && $0.place.time != nil && input.trackIndex(of: $0) == index
    }
  }

  private func track(_ track: TimelineTrack, at index: Int?) -> HTML {
    let end = end
    func place(_ time: Double) -> String {
      coordinate(max(0, min(1, time / end)) * Self.width)
    }
    func span(_ style: HTML, _ from: Double, _ to: Double, _ words: String) -> HTML {
      let width = coordinate(max(1.5, (min(to, end) - from) / end * Self.width))
      return """
        <rect\(style) x="\(place(from))" y="2" width="\(width)" height="24">\
        <title>\(words)</title></rect>
        """
    }
    func info(_ time: Double, _ words: String) -> HTML {
      """
      <g class="info"><path d="M\(place(time)) 4l8 10l-8 10l-8 -10z"><title>\(words)</title></path></g>

      """
    }
    func data(_ time: Double, _ words: String) -> HTML {
      span(" class=\"data\"", time, time, words) + "\n"
    }
    var (datas, infos): ([HTML], [HTML]) = ([], [])
    for point in track.tags.points {
      let words = "\(point.isInfo ? "INFO" : "DATA") tag at \(Quantity.moment(point.time))"
      if point.isInfo {
        infos.append(info(point.time, words))
      } else {
        datas.append(data(point.time, words))
      }
    }
    if track.tags.points.isEmpty, let strip = track.strip {
      for (index, mark) in strip.marks.enumerated() {
        let from = Double(index) * strip.secondsPerMark
        let words = "near \(Quantity.moment(from))"
        switch mark {
        case UInt8(ascii: "d"): datas.append(data(from, "DATA tag \(words)"))
        case UInt8(ascii: "i"): infos.append(info(from, "INFO tag \(words)"))
        default: break
        }
      }
    }
    let gaps = input.verdict == .pass ? [] : track.tags.gaps
    let drawnGaps = gaps.map { gap -> HTML in
      let words = "no DATA tag for \(Quantity.length(gap.end - gap.start))"
      return "<g class=\"gap\">\(span("", gap.start, gap.end, words))</g>\n"
    }
    let changes = track.contentChangeMarks.map { change -> HTML in
      """
      <g class="change"><rect x="\(place(change.time))" y="20" width="6" height="10">\
      <title>\(change.words)</title></rect></g>

      """
    }
    let flags = faults(at: index).map { finding -> HTML in
      """
      <g class="flag error"><path d="M\(place(finding.place.time ?? 0)) 34l-5 -8h10z">\
      <title>\(RuleTitle.words(finding.rule)): \(finding.message)</title></path></g>

      """
    }
    let name = index == nil ? "the input as a whole" : track.name
    return """
      <p>\(name), 0:00:00.0 – \(Quantity.moment(end))</p>
      <svg class="timeline" viewBox="0 0 1000 34" width="100%" role="img" aria-label="\(name)">
      <rect class="ground" x="0" y="2" width="1000" height="24"/>
      \(drawnGaps)\(datas)\(infos)\(changes)\(flags)</svg>

      """
  }
}
