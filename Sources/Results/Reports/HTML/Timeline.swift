import Conformance
import Records

/// The timeline of an input: a row for each stream, rows for the whole input, ad breaks and pings, axis and legend.
struct Timeline {
  let input: InputReport
  let number: Int
  let cover: TrackCover

  /// The number of streams shown; the others are folded.
  private static let shownLanes = 10

  var html: HTML? {
    guard !input.isReduced,
      !(input.tracks.isEmpty && input.pings.points.isEmpty && input.markers.isEmpty)
    else { return nil }
    let scale = TimeScale(input)
    var drawn: Set<TimelineMark> = []
    let lanes = order.map { row in
      TimelineLane(input: input, scale: scale, number: number, row: row, cover: cover.words[row])
        .html(&drawn)
    }
    let rest = lanes.dropFirst(Self.shownLanes)
    let folded: HTML? =
      rest.isEmpty
      ? nil
      : """
      <details><summary>Show \(Quantity.plural(rest.count, "more stream"))</summary>
      \(Array(rest))</details>

      """
    let flags = TimelineFlags(input: input, scale: scale, number: number, row: nil).html(&drawn)
    let lines = [
      lane("the input as a whole", flags), lane("ad breaks", breaks(scale, &drawn)),
      lane("pings (\(Quantity.count(input.pings.total)))", pings(scale, &drawn)),
    ].compactMap { $0 }
    return """
      <section class="timeline" id="t\(number)" \(scale.attributes)>
      <h3>Timeline</h3>
      <div class="lanes">
      \(Array(lanes.prefix(Self.shownLanes)))\(folded)\(lines)\(scale.axis(isShort: false))
      </div>
      \(key(drawn))</section>

      """
  }

  private func key(_ drawn: Set<TimelineMark>) -> HTML {
    """
    <ul class="key">\(TimelineMark.allCases.filter(drawn.contains).map(\.key))\
    <li class="hint scripted-only">Drag to zoom; click a mark for its finding.</li></ul>

    """
  }

  /// The order of the streams. If there are so many that some are folded, streams without tags are folded first.
  private var order: [Int] {
    guard input.tracks.count > Self.shownLanes else { return Array(input.tracks.indices) }
    func hasTags(_ row: Int) -> Bool {
      let track = input.tracks[row]
      return !track.tags.points.isEmpty
        || track.strip?.marks.contains { $0 != UInt8(ascii: ".") } ?? false
    }
    let shown =
      (input.tracks.indices.filter(hasTags) + input.tracks.indices.filter { !hasTags($0) })
      .prefix(Self.shownLanes)
    return shown.sorted() + input.tracks.indices.filter { !shown.contains($0) }
  }

  private func lane(_ name: String, _ marks: [HTML]) -> HTML? {
    guard !marks.isEmpty else { return nil }
    return """
      <p class="track-name">\(name)</p>
      <svg class="lane" height="18" role="group" aria-label="\(name)"><svg class="zoomed">
      \(marks)</svg></svg>

      """
  }

  private func breaks(_ scale: TimeScale, _ drawn: inout Set<TimelineMark>) -> [HTML] {
    let breaks = input.breaks(until: scale.end)
    if !breaks.isEmpty { drawn.insert(.adBreak) }
    return breaks.map { found in
      let (from, to) = (found.range.lowerBound, found.range.upperBound)
      return """
        <g class="break"><title>\(found.words)</title><rect x="\(scale.x(from))" \
        width="\(scale.width(from, to))" height="14"/></g>

        """
    }
  }

  private func pings(_ scale: TimeScale, _ drawn: inout Set<TimelineMark>) -> [HTML] {
    if !input.pings.points.isEmpty { drawn.insert(.ping) }
    return input.pings.points.map { point in
      let kind = input.pings.kinds[point.kind]
      return """
        <use href="#ping" x="\(scale.x(point.time))" y="8">\
        <title>Ping \(kind.product) \(kind.type) at \(scale.words(point.time))</title></use>

        """
    }
  }
}

/// Plots of the tags' times: their intervals, and their clock relative to PTS.
struct TimingPlots {
  let input: InputReport

  private static let height = 170.0
  private static let shownSeries = 8

  var html: HTML? {
    guard input.tracks.contains(where: { !$0.tags.points.isEmpty }) else { return nil }
    let limit = RuleDescription.cadenceGapLimit
    let isFaulty = input.status != .pass
    let plots = [
      plot(
        "Intervals between DATA tags",
        "each dot: seconds since the previous DATA tag",
        line: (limit, "limit \(Quantity.seconds(limit))", isFaulty ? "limit" : "quiet limit"),
        least: 0...limit,
        isBad: { isFaulty && $0 > limit },
        \.interval
      ),
      plot(
        "Tag clock against PTS",
        "the tags' own clock minus the presentation time; a level line is correct",
        line: (0, "", "quiet limit"),
        least: -1.5...1.5,
        isBad: { _ in false },
        \.drift
      ),
    ].compactMap { $0 }
    guard !plots.isEmpty else { return nil }
    return "<section><h3>Timing</h3>\n<div class=\"plots\">\n\(plots)</div></section>\n"
  }

  private func plot(
    _ title: String,
    _ note: String,
    line: (value: Double, name: String, style: String),
    least: ClosedRange<Double>,
    isBad: (Double) -> Bool,
    _ value: (TagSeries.Point) -> Double?
  ) -> HTML? {
    let scale = TimeScale(input)
    let series = input.tracks.map { track in
      (
        name: track.name,
        points: track.tags.points.compactMap { point in
          value(point).flatMap { abs($0) < 1e12 ? (time: point.time, value: $0) : nil }
        }
      )
    }
    let values = series.flatMap { $0.points.map(\.value) }
    guard let smallest = values.min(), let largest = values.max() else { return nil }
    var (bottom, top) = (min(least.lowerBound, smallest), max(least.upperBound, largest))
    let margin = (top - bottom) * 0.06
    top += margin
    if bottom != 0 { bottom -= margin }
    func y(_ value: Double) -> String {
      coordinate((top - value) / (top - bottom) * Self.height)
    }
    let steps = Self.levels(bottom, top)
    let dots = series.enumerated().map { index, one -> HTML in
      func path(_ points: [(time: Double, value: Double)], _ style: String) -> HTML {
        guard !points.isEmpty else { return "" }
        let d = points.map { "M\(scale.tenths($0.time)) \(y($0.value))h0" }.joined()
        return "<path class=\"dots \(style)\" d=\"\(d)\"><title>\(one.name)</title></path>"
      }
      return path(one.points.filter { !isBad($0.value) }, "s\(index % 4)")
        + path(one.points.filter { isBad($0.value) }, "bad s\(index % 4)")
    }
    let names = series.enumerated().filter { !$0.element.points.isEmpty }
    let key = names.prefix(Self.shownSeries).map { index, one -> HTML in
      """
      <li><svg width="12" height="12" aria-hidden="true">\
      <path class="dots s\(index % 4)" d="M6 6h0"/></svg>\(one.name)</li>
      """
    }
    return """
      <figure><figcaption><strong>\(title)</strong> \(note)</figcaption>
      <div class="plot">\
      <svg class="levels" aria-hidden="true">\
      \(steps.map { "<text x=\"46\" y=\"\(y($0))\" dy=\"4\">\(Quantity.seconds($0))</text>" })</svg>
      <div class="lanes"><svg class="lane" height="\(Int(Self.height))" role="img" aria-label="\(title)">\
      \(steps.map { "<line class=\"grid\" x2=\"100%\" y1=\"\(y($0))\" y2=\"\(y($0))\"/>" })\
      <line class="\(line.style)" x2="100%" y1="\(y(line.value))" y2="\(y(line.value))"/>\
      <text class="limit-name" x="100%" y="\(y(line.value))" dy="-4">\(line.name)</text>\
      <svg class="zoomed">\
      \(scale.paths(dots, y: 0, pixels: Int(Self.height), height: Int(Self.height)))</svg></svg>\
      \(scale.axis(isShort: true))</div></div>
      \(if: names.count > 1, "<ul class=\"key\">\(key)</ul>\n")</figure>

      """
  }

  /// The values of about five horizontal lines: round numbers between the bottom and the top.
  private static func levels(_ bottom: Double, _ top: Double) -> [Double] {
    let steps = (-1...12).flatMap { power in
      [1.0, 2, 5].map {
        $0 * (power < 0 ? 0.1 : (0..<power).reduce(1.0) { value, _ in value * 10 })
      }
    }
    guard let step = steps.first(where: { (top - bottom) / $0 <= 5 }) else { return [] }
    let first = Int((bottom / step).rounded(.up))
    return (0..<6).map { Double(first + $0) * step }.filter { $0 <= top }
  }
}
