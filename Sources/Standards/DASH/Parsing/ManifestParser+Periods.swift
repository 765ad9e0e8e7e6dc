/// Periods and their times (5.3.2.1).
extension ManifestParser {
  /// The maximum difference, in seconds, between times that count as equal, because some manifests round times.
  private static let tolerance = 0.001

  private struct Span {
    var start: Double?
    var duration: Double?
  }

  mutating func readPeriods(
    of root: ManifestElement,
    bases: [BaseURL]
  ) throws(ManifestError) {
    let elements = root.elements("Period")
    guard elements.count <= limits.periods else {
      throw ManifestError(.limit, line: root.line, "more than \(limits.periods) Periods")
    }
    if elements.isEmpty { notes.add(.missing, "Period", root, "the manifest has no Period") }
    let spans = spans(of: elements)
    for (index, element) in elements.enumerated() {
      var period = Period(id: element["id"], index: index, line: element.line)
      period.start = spans[index].start
      period.duration = spans[index].duration
      try read(element, into: &period, bases: bases)
      presentation.periods.append(period)
    }
  }

  private mutating func spans(of elements: [ManifestElement]) -> [Span] {
    var spans: [Span] = []
    for (index, element) in elements.enumerated() {
      var span = Span(start: duration(element, "start"), duration: duration(element, "duration"))
      if span.start == nil {
        if let last = spans.last {
          if let start = last.start, let duration = last.duration { span.start = start + duration }
        } else if presentation.kind == .static {
          span.start = 0
        }
      }
      if index > 0, let start = span.start { end(&spans[index - 1], at: start, element) }
      spans.append(span)
    }
    if let last = spans.indices.last, spans[last].duration == nil,
      let start = spans[last].start, let end = presentation.duration
    {
      spans[last].duration = max(0, end - start)
    }
    return spans
  }

  /// Ends a Period at the start of the next Period if its duration is unknown or too long.
  private mutating func end(_ span: inout Span, at next: Double, _ element: ManifestElement) {
    guard let start = span.start else { return }
    let length = next - start
    guard length >= 0 else {
      notes.add(
        .inconsistent,
        "Period@start",
        element,
        "the Period starts before the start of the previous Period"
      )
      span.duration = 0
      return
    }
    guard let duration = span.duration else {
      span.duration = length
      return
    }
    if duration > length + Self.tolerance {
      notes.add(
        .inconsistent,
        "Period@duration",
        element,
        "the Period starts before the previous Period ends; the previous Period is cut there"
      )
      span.duration = length
    }
  }

  private mutating func read(
    _ element: ManifestElement,
    into period: inout Period,
    bases: [BaseURL]
  ) throws(ManifestError) {
    let bases = baseURLs(of: element, below: bases)
    let outerScope = documentScope
    defer { documentScope = outerScope }
    documentScope.merge(element.declarations) { $1 }
    if element.first("ImportedMPD") != nil {
      notes.add(
        .unsupported,
        "ImportedMPD",
        element,
        "the Period is in another manifest (ImportedMPD), which is not read"
      )
    }
    for stream in element.elements("EventStream") {
      period.eventStreams.append(eventStream(stream))
    }
    let level = SegmentLevel(element)
    for set in element.elements("AdaptationSet") {
      let index = period.adaptationSets.count
      period.adaptationSets.append(
        try adaptationSet(set, index: index, in: period, level: level, bases: bases)
      )
    }
  }
}
