import Conformance
import Formats
import Records

/// The timeline of an input without a script: one drawing for each stream.
struct PlainTimeline {
  let input: InputReport

  private static let width = 1000.0

  /// The streams, and after them one for errors that belong to none.
  func tracks(_ limit: Int) -> [[String: Any]] {
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

  private func track(_ track: TimelineTrack, at index: Int?) -> [String: Any] {
    let end = end
    func place(_ time: Double) -> String {
      coordinate(max(0, min(1, time / end)) * Self.width)
    }
    func span(_ from: Double, _ to: Double, _ words: String) -> [String: Any] {
      let width = coordinate(max(1.5, (min(to, end) - from) / end * Self.width))
      return ["start": place(from), "width": width, "words": words]
    }
    var (data, info): ([[String: Any]], [[String: Any]]) = ([], [])
    for point in track.tags.points {
      let words = "\(point.isInfo ? "INFO" : "DATA") tag at \(Quantity.moment(point.time))"
      let mark = span(point.time, point.time, words)
      if point.isInfo { info.append(mark) } else { data.append(mark) }
    }
    if track.tags.points.isEmpty, let strip = track.strip {
      for (index, mark) in strip.marks.enumerated() {
        let from = Double(index) * strip.secondsPerMark
        let words = "near \(Quantity.moment(from))"
        switch mark {
        case UInt8(ascii: "d"): data.append(span(from, from, "DATA tag \(words)"))
        case UInt8(ascii: "i"): info.append(span(from, from, "INFO tag \(words)"))
        default: break
        }
      }
    }
    let gaps = input.verdict == .pass ? [] : track.tags.gaps
    return [
      "name": index == nil ? "the input as a whole" : track.name, "data": data,
      "info": info, "end": Quantity.moment(end),
      "gaps": gaps.map { gap in
        span(gap.start, gap.end, "no DATA tag for \(Quantity.length(gap.end - gap.start))")
      },
      "faults": faults(at: index).map { finding in
        span(
          finding.place.time ?? 0,
          0,
          "\(RuleTitle.words(finding.rule)): \(finding.message)"
        )
      },
      "changes": track.contentChangeMarks.map { span($0.time, $0.time, $0.words) },
    ]
  }
}
