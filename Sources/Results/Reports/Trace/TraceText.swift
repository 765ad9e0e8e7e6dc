import Formats
import Records
import Trace

extension TraceIncident {
  /// A summary of the incident, such as `3 tags lost`.
  package var words: String { "\(count) tag\(count == 1 ? "" : "s") \(faultWords)" }

  private var faultWords: String {
    let place = renditions.isEmpty ? "" : " in \(renditions.joined(separator: ", "))"
    let by = detail.map { " \($0)" } ?? ""
    return switch fault {
    case .lost: "lost"
    case .lostInRendition: "lost\(place)"
    case .changed: "changed\(place): \(detail ?? "other bytes")"
    case .replaced: "replaced with other content, between two discontinuities"
    case .moved: "moved\(place): \(Self.shift(shift))\(by)"
    case .late: "late: \(Self.shift(shift)) than usual"
    case .doubled: "doubled\(place)"
    case .extra: "extra: missing at all earlier taps"
    }
  }

  /// The hop of the incident, such as `encoder → packager`.
  package var hopWords: String { "\(from) → \(to)" }

  /// The positions of the tags on both sides of the hop; of `extra` tags, only after the hop.
  package var places: [(tap: String, place: String)] {
    let there = first == last ? first.words : "\(first.words) to \(last.words)"
    switch fault {
    case .extra: return [(to, there)]
    case .lost, .replaced, .lostInRendition:
      let here =
        switch (before, after) {
        case (let before?, let after?): "between \(before.words) and \(after.words)"
        case (let before?, nil): "after \(before.words), the last tag"
        case (nil, let after?): "before \(after.words), the first tag"
        case (nil, nil): renditions.isEmpty ? "no tag" : "no tag in \(renditions[0])"
        }
      return [(from, there), (to, here)]
    case .doubled where count == 1:
      let places = [before, after].compactMap(\.self).map(\.words)
      return [(from, there), (to, places.joined(separator: ", and again "))]
    case .changed, .moved, .late, .doubled:
      let places = [before, after].compactMap(\.self).map(\.words)
      let here = places.first == places.last ? places.first : places.joined(separator: " to ")
      return [(from, there), (to, here ?? "-")]
    }
  }

  /// The incident and its positions, in one line.
  package var sentence: String {
    ([words] + places.map { "\($0.tap): \($0.place)" }).joined(separator: "; ")
  }

  private static func shift(_ seconds: Double?) -> String {
    guard let seconds, let text = Decimals.seconds((abs(seconds) * 10).rounded() / 10) else {
      return "at a different time"
    }
    return "\(text) s \(seconds > 0 ? "later" : "earlier")"
  }
}

extension TracePlace {
  /// The position as text, such as `120.0 s (2026-01-01T00:02:00Z), seg12.ts, byte 376`.
  package var words: String {
    let clock = wallClock.flatMap { UTCTime.text($0) }
    let seconds = time.flatMap { Decimals.seconds(($0 * 10).rounded() / 10) }.map { "\($0) s" }
    let moment = [seconds, clock.map { seconds == nil ? $0 : "(\($0))" }].compactMap(\.self)
    let file = segment.map { $0.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "" }
    let parts = [
      moment.isEmpty ? nil : moment.joined(separator: " "), rendition, file.map { String($0) },
      offset.map { "byte \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension TracedHop {
  /// The titles of the table's columns after the name of the hop.
  package static let columns = [
    "TAGS", "LOST", "IN PART", "CHANGED", "MOVED", "DOUBLED", "EXTRA", "LATENCY",
  ]

  package var cells: [String] {
    let seconds = latency.flatMap { Decimals.seconds($0.median) }.map { "\($0) s" }
    return [
      "\(judged)", "\(count(.lost))", "\(count(.lostInRendition))", "\(count(.changed))",
      "\(count(.moved))", "\(count(.doubled))", "\(count(.extra))", seconds ?? "-",
    ]
  }

  /// Notes about the hop, which the table shows in the line below the hop.
  package var notes: [String] {
    var notes: [String] = []
    if let offset, abs(offset) >= 0.05, let words = Decimals.seconds((offset * 10).rounded() / 10) {
      let within = spread.flatMap { Decimals.seconds($0) } ?? "-"
      let words = words.hasPrefix("-") ? "\(words.dropFirst()) s behind" : "\(words) s ahead"
      notes.append("timeline \(words), 95 % within \(within) s")
    }
    if let latency, let most = Decimals.seconds(latency.percentile95) {
      notes.append(
        "95 % within \(most) s, \(latency.isArrival ? "by arrival" : "by the time of day in the streams")"
      )
    }
    if count(.replaced) > 0 { notes.append("\(count(.replaced)) replaced") }
    if count(.late) > 0 { notes.append("\(count(.late)) late") }
    if returned > 0 { notes.append("\(returned) present again") }
    if outside > 0 { notes.append("\(outside) not judged at \(to)") }
    if let latency, latency.isArrival, latency.maximum < 0 {
      notes.append(
        "every tag arrived at \(to) before it arrived at \(from): check the order of the taps"
      )
    }
    return notes
  }
}

extension ChainReport {
  package var headline: String {
    let compared = taps.filter { $0.state == .compared }
    guard compared.count > 1 else { return "Fewer than two taps could be compared." }
    guard !tags.isEmpty else { return "No tap has a tag." }
    let counts = [
      ("lost", TagFault.lost), ("lost in some renditions", .lostInRendition), ("changed", .changed),
    ].map { words, fault in (words, hops.reduce(0) { $0 + $1.count(fault) }) }
    let known = tags.count { $0.states.first == .present }
    guard let first = hops.first(where: { $0.failed > 0 }) else {
      let judged = hops.map { "\($0.judged)" }.joined(separator: ", ")
      let others = [TagFault.moved, .late, .doubled, .replaced, .extra].compactMap { fault in
        let count = hops.reduce(0) { $0 + $1.count(fault) }
        return count > 0 ? "\(count) \(fault.rawValue)" : nil
      }
      let rest = others.isEmpty ? "" : "; \(others.joined(separator: ", "))"
      let part = isIncomplete ? " in what was read" : ""
      return
        "No tag was lost or changed\(part): \(known) tags at \(compared[0].name), judged after each hop: \(judged)\(rest)."
    }
    let found = counts.filter { $0.1 > 0 }
      .map { "\($0.1) tag\($0.1 == 1 ? "" : "s") \($0.0)" }.joined(separator: ", ")
    return "\(found), first from \(first.from) to \(first.to)."
  }

  package var verdictWord: String {
    switch verdict {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .incomplete: "INCOMPLETE"
    case .noTags: "NO TAGS"
    }
  }

  /// Sentences about the limits of the result.
  package var notes: [String] {
    let records = taps.filter(\.isRecords).map(\.name)
    let limits =
      records.isEmpty
      ? []
      : [
        "Given as records: \(records.joined(separator: ", ")). Records show neither discontinuities nor audio, nor what follows the last tag."
      ]
    return taps.flatMap(\.limits) + limits
  }
}

extension TracedTap {
  /// Sentences about the limits of the result at this tap.
  fileprivate var limits: [String] {
    var notes: [String] = []
    switch state {
    case .unreadable: notes.append("\(name) could not be read and was left out.")
    case .nothingCommon:
      notes.append(
        "\(name) does not show the same content as the earlier taps and was left out. Check its channel and its time."
      )
    case .compared:
      if failure != nil { notes.append("\(name) could not be read to its end.") }
      if tags == 0 { notes.append("\(name) has no tag.") }
    }
    if unreadSegments > 0 {
      let segments = "\(unreadSegments) segment\(unreadSegments == 1 ? "" : "s")"
      notes.append(
        "Not compared: \(unreadWords) of \(name), where \(segments) could not be read."
      )
    }
    if leftOut > 0 { notes.append("The oldest \(leftOut) tags of \(name) were left out.") }
    return notes
  }

  /// The first unread spans, such as `30.0 to 36.0 s, 60.0 to 72.0 s`.
  package var unreadWords: String {
    let listed = 5
    let words = unread.prefix(listed).map { span in
      let ends = [span.lowerBound, span.upperBound]
      return ends.map { Decimals.seconds(($0 * 10).rounded() / 10) ?? "-" }
        .joined(separator: " to ") + " s"
    }
    let rest = unread.count - words.count
    return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more time ranges" : "")
  }
}
