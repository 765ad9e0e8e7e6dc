import Conformance
import Formats

/// What the page shows of an input without its script.
struct PlainDetail {
  let report: Report
  let input: InputReport

  private static let shownFindings = 100
  private static let shownLanes = 16
  private static let width = 1000.0

  var values: [String: Any] {
    let rules = report.results(of: input).filter { $0.state != .off }
    var values: [String: Any] = [
      "id": InputName.id(input.name), "name": input.name, "class": input.standing.styleClass,
      "mark": input.standing.mark,
      "verdict": input.standing.words, "lanes": input.isReduced ? [] : lanes,
      "findings": input.findings.prefix(Self.shownFindings).map(finding),
      "hasRules": !rules.isEmpty,
      "rules": rules.map(rule),
    ]
    if let failure = input.failure { values["failure"] = failure }
    return values
  }

  private func rule(_ result: RuleResult) -> [String: Any] {
    let reason = result.notAssessed.map { " (\($0.rawValue))" } ?? ""
    return [
      "rule": result.rule.rawValue, "state": result.state.rawValue + reason,
      "remark": result.remark ?? "",
      "found": Quantity.count(result.found), "minimum": Quantity.count(result.minimum),
      "maximum": Quantity.count(result.maximum),
    ]
  }

  private func finding(_ finding: Finding) -> [String: Any] {
    var values: [String: Any] = [
      "rule": finding.rule.rawValue, "severity": finding.severity.rawValue,
      "message": finding.message, "place": finding.placeWords,
    ]
    if finding.count > 1 { values["count"] = Quantity.count(finding.count) }
    if let remedy = RuleDescription.named(finding.rule)?.traits.remedy
      ?? report.remedies[finding.rule]
    {
      values["remedy"] = remedy
    }
    return values
  }

  // MARK: - The timeline

  private var end: Double {
    input.lanes.reduce(max(1, input.duration ?? 0)) { end, lane in
      let strip = lane.strip.map { Double($0.marks.count) * $0.secondsPerMark }
      return max(end, lane.tags.lastTime ?? 0, strip ?? 0)
    }
  }

  /// The lanes, and behind them one for errors that belong to none.
  private var lanes: [[String: Any]] {
    let lanes = input.lanes.enumerated().prefix(Self.shownLanes).map { lane($1, at: $0) }
    guard !faults(at: nil).isEmpty else { return lanes }
    return lanes + [lane(Lane(), at: nil)]
  }

  private func faults(at index: Int?) -> [Finding] {
    input.findings.filter {
      $0.severity == .error && $0.place.time != nil && input.laneIndex(of: $0) == index
    }
  }

  private func lane(_ lane: Lane, at index: Int?) -> [String: Any] {
    let end = end
    func place(_ time: Double) -> String {
      coordinate(max(0, min(1, time / end)) * Self.width)
    }
    func span(_ from: Double, _ to: Double, _ words: String) -> [String: Any] {
      let width = coordinate(max(1.5, (to - from) / end * Self.width))
      return ["start": place(from), "width": width, "words": words]
    }
    var (data, info): ([[String: Any]], [[String: Any]]) = ([], [])
    for point in lane.tags.points {
      let words = "\(point.isInfo ? "INFO" : "DATA") tag at \(Quantity.seconds(point.time))"
      let mark = span(point.time, point.time, words)
      if point.isInfo { info.append(mark) } else { data.append(mark) }
    }
    if lane.tags.points.isEmpty, let strip = lane.strip {
      for (index, mark) in strip.marks.enumerated() {
        let from = Double(index) * strip.secondsPerMark
        let words = "near \(Quantity.seconds(from))"
        switch mark {
        case UInt8(ascii: "d"): data.append(span(from, from, "DATA tag \(words)"))
        case UInt8(ascii: "i"): info.append(span(from, from, "INFO tag \(words)"))
        default: break
        }
      }
    }
    return [
      "name": index == nil ? "the input as a whole" : lane.name, "data": data, "info": info,
      "gaps": lane.tags.gaps.map { gap in
        span(gap.start, gap.end, "no DATA tag for \(Quantity.seconds(gap.end - gap.start))")
      },
      "faults": faults(at: index).map { finding in
        span(finding.place.time ?? 0, 0, "\(finding.rule): \(finding.message)")
      },
    ]
  }
}

extension Finding {
  /// Where it stands, for people.
  var placeWords: String {
    let last = count > 1 ? lastTime : nil
    let times = [place.time, last].compactMap { time in time.map { Quantity.seconds($0) } }
    let parts = [
      times.isEmpty ? nil : "at " + times.joined(separator: " to "),
      place.wallClock.flatMap(UTCTime.text),
      place.rendition,
      place.segment.map { "segment \($0)" },
      place.offset.map { "byte \(Quantity.count(Int(clamping: $0)))" },
      place.program.map { "program \($0)" },
      place.pid.map { "PID 0x\(String($0, radix: 16)) (\($0))" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}
