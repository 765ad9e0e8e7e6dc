import Conformance
import Formats
import Records

/// The time scale of all drawings of an input. Positions are percentages of the scale, so that drawings fill the window
/// and the script zooms by changing the width of one element.
struct TimeScale {
  let start: Double
  let end: Double
  private let clock: DayClock

  /// The latest time that is drawn, in seconds. Later times come from broken streams.
  private static let limit = 1e9

  init(_ input: InputReport) {
    var (start, end) = (0.0, 0.0)
    func see(_ time: Double?) {
      guard let time, abs(time) < Self.limit else { return }
      (start, end) = (min(start, time), max(end, time))
    }
    see(input.duration)
    for track in input.tracks {
      see(track.tags.firstTime)
      see(track.tags.lastTime)
      for segment in track.segments {
        see(segment.start)
        see(segment.start + segment.duration)
      }
      // The last mark of a strip may extend beyond the content, so only its start counts.
      if let strip = track.strip { see(Double(strip.marks.count - 1) * strip.secondsPerMark) }
    }
    for marker in input.markers { see(marker.time + (marker.duration ?? 0)) }
    for point in input.pings.points { see(point.time) }
    for finding in input.findings { see(finding.place.time) }
    (self.start, self.end, clock) = (start, max(end, start + 1), input.dayClock)
  }

  /// The position of a time as a share of the scale, such as `12.345%`.
  func x(_ time: Double) -> String { Self.percent(share(time)) }

  /// The width of a time range as a share of the scale, at least 0.05%.
  func width(_ from: Double, _ to: Double) -> String {
    Self.percent(max(0.0005, share(to) - share(from)))
  }

  private func share(_ time: Double) -> Double {
    max(0, min(1, (time - start) / (end - start)))
  }

  private static func percent(_ share: Double) -> String {
    let parts = Int((share * 100_000).rounded())
    let rest = parts % 1000
    return rest == 0 ? "\(parts / 1000)%" : "\(parts / 1000).\(Decimals.padded(rest, to: 3))%"
  }

  /// Whether text fits into a time range, in a drawing that is `pixels` wide.
  func fits(_ text: String, _ from: Double, _ to: Double, in pixels: Double) -> Bool {
    (share(to) - share(from)) * pixels > Double(text.count) * 6.2
  }

  /// The time from the start of the scale in tenths of a second, the unit of coordinates in paths.
  func tenths(_ time: Double) -> Int {
    Int(((max(start, min(end, time)) - start) * 10).rounded())
  }

  /// A time as text, with the time of day if it is known, such as `0:01:58.5 (22:15:18 UTC)`.
  func words(_ time: Double) -> String {
    let day = Quantity.timeOfDay(clock.unix(at: time)).map { " (\($0))" } ?? ""
    return Quantity.moment(time) + day
  }

  /// An SVG with shapes whose x coordinates are tenths of a second. On the page, `y` is the top of the SVG and `pixels`
  /// is its height. `height` is the height of its view box. Nil if there are no shapes.
  func paths(
    _ shapes: [HTML],
    y: Int,
    pixels: Int,
    height: Int = 1,
    style: String = "paths"
  ) -> HTML? {
    let shapes = shapes.filter { $0 != "" }
    guard !shapes.isEmpty else { return nil }
    return """
      <svg class="\(style)" y="\(y)" height="\(pixels)" viewBox="0 0 \(tenths(end)) \(height)" \
      preserveAspectRatio="none">\(shapes, separator: "")</svg>
      """
  }

  // MARK: - The axis

  private static let steps = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600,
    43200, 86400, 172_800, 604_800,
  ]

  /// The axis with lines and times, which the script changes when the reader zooms. A short axis has only its two ends.
  func axis(isShort: Bool) -> HTML {
    let extent = end - start
    let step = Self.steps.first { extent / $0 <= 8 } ?? extent / 8
    let first = Int((start / step).rounded(.up))
    let count = max(0, min(12, Int((end / step).rounded(.down)) - first + 1))
    let ticks = (first..<first + count).map { Double($0) * step }
      .filter { (0.07..<0.93).contains(share($0)) }
    return """
      <svg class="axis" aria-hidden="true">\(tick(start, "start"))\
      \((isShort ? [] : ticks).enumerated().map { tick($1, $0 % 2 == 1 && abs(share($1) - 0.5) < 0.3 ? "" : "odd") })\(tick(end, "end"))</svg>
      """
  }

  private func tick(_ time: Double, _ style: String) -> HTML {
    let day = Quantity.timeOfDay(clock.unix(at: time))?.dropLast(4)
    return """
      <svg\(if: !style.isEmpty, " class=\"\(style)\"") x="\(x(time))" data-time="\(coordinate(time))"><line y2="100%"/>\
      <text y="100%" dy="14">\(Quantity.moment(time))</text>\
      \(day.map { "<text y=\"100%\" dy=\"27\">\($0)</text>" })</svg>
      """
  }

  /// The attributes from which the script reads the scale.
  var attributes: HTML {
    let anchors = clock.anchors.map { "\(coordinate($0.time)) \(coordinate($0.unix))" }
    return """
      data-start="\(coordinate(start))" data-end="\(coordinate(end))" \
      data-clock="\(anchors.joined(separator: ","))"
      """
  }
}

/// A number as a coordinate of a drawing, with one decimal.
func coordinate(_ number: Double) -> String {
  let tenths = Int((max(-1e11, min(1e11, number)) * 10).rounded())
  return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
}

extension InputReport {
  /// The time range of a finding: the gap that it is about or, if there is none, from its first to its last occurrence.
  /// Nil if it has no time.
  func range(of finding: Finding) -> ClosedRange<Double>? {
    guard let from = finding.place.time, from.isFinite else { return nil }
    let track = trackIndex(of: finding)
    let gaps = (track.map { [tracks[$0]] } ?? tracks).flatMap(\.tags.gaps)
    if finding.isAboutTime,
      let gap = gaps.first(where: { abs($0.start - from) < 0.2 || abs($0.end - from) < 0.2 })
    {
      return gap.start...max(gap.start, gap.end)
    }
    return from...max(from, finding.count > 1 ? finding.lastTime ?? from : from)
  }

  /// The ad breaks, and marks that are not breaks, with a description of each.
  func breaks(until end: Double) -> [(range: ClosedRange<Double>, words: String)] {
    var breaks: [(range: ClosedRange<Double>, words: String)] = []
    var open: Int?
    var seen: Set<[String]> = []
    for marker in markers where abs(marker.time) < 1e9 {
      guard seen.insert([marker.kind, marker.id ?? "", coordinate(marker.time)]).inserted else {
        continue
      }
      if marker.isOut == false {
        if let open {
          let start = breaks[open].range.lowerBound
          breaks[open].range = start...max(start, marker.time)
        }
        open = nil
        continue
      }
      let parts = [
        marker.isOut == nil ? "Mark" : "Ad break", marker.kind, marker.id,
        "at \(Quantity.moment(marker.time))", marker.duration.map { "for \(Quantity.length($0))" },
      ]
      let last = marker.duration.map { marker.time + $0 } ?? min(end, marker.time + 1)
      let words = parts.compactMap { $0 }.joined(separator: " ")
      breaks.append((marker.time...max(marker.time, last), words))
      if marker.isOut != nil { open = marker.duration == nil ? breaks.count - 1 : nil }
    }
    return breaks
  }
}

extension Finding {
  /// Whether the finding is about the time between tags rather than about a tag.
  var isAboutTime: Bool { rule.rawValue.hasPrefix("cadence-") || rule.rawValue == "tag-sequence" }
}
