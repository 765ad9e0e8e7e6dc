import TimedMetadata

/// The tags of one rendition or program over time, with one mark for every ten seconds.
public struct TimelineStrip: Sendable, Equatable {
  /// What was found in ten seconds. If several values apply, the highest is used: fault, then INFO, then DATA.
  public enum Mark: UInt8, Sendable, Comparable {
    /// No Nielsen tag.
    case nothing
    /// A DATA tag, or a time without one that is too short to be a gap: at most 19 s between two DATA tags, or at most
    /// 20 s at the start or the end.
    case data
    /// An INFO tag.
    case info
    /// A finding of severity warning or error.
    case fault

    /// Orders marks by precedence: the greater mark replaces the smaller one.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The name of the rendition; nil if there is none, or if it has no name.
  public let rendition: String?
  /// The program number; nil if unknown, and outside of transport streams.
  public let program: Int?
  /// The marks without faults, one for every ten seconds from time 0.
  public let tags: [Mark]
  /// The marks with faults. A fault replaces a tag.
  public let marks: [Mark]

  /// The number of seconds that one mark covers.
  public static let secondsPerMark = 10.0

  /// The maximum number of marks in a strip: two weeks. Later times are not drawn.
  static let maximumMarks = 120_960

  /// Returns the index of the mark for a presentation time in seconds; nil if the time is nil or outside the strip.
  static func index(of time: Double?) -> Int? {
    guard let time, time >= 0, time < Double(maximumMarks) * secondsPerMark else { return nil }
    return Int(time / secondsPerMark)
  }
}

/// The strips of an input that is being read. They take two bytes for every ten seconds of each stream.
struct TimelineStrips: Sendable {
  private struct Key: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  fileprivate struct Strip {
    var tags: [TimelineStrip.Mark] = []
    var faults: [Bool] = []
    /// The presentation time of the last DATA tag, in seconds.
    var lastData: Double?
  }

  private var order: [Key] = []
  private var strips: [Key: Strip] = [:]

  private static let maximumStrips = 256
  /// The maximum time between two DATA tags, in seconds, that counts as covered: the limit of `cadence-gap`.
  fileprivate static let longestSpacing = 19.0
  /// The maximum time without a DATA tag at the start or end, in seconds, that counts as covered:
  /// the limit of `cadence-start`.
  fileprivate static let longestEnd = 20.0

  mutating func mark(_ tag: CheckedTag) {
    guard let time = tag.tag.time, let index = TimelineStrip.index(of: time) else { return }
    let key = Key(rendition: tag.tag.rendition, program: tag.tag.program)
    switch tag.kind {
    case .data:
      change(key) { strip in
        strip.cover(time, index: index)
        strip.set(.data, at: index)
      }
    case .info: change(key) { $0.set(.info, at: index) }
    case .other, .unreadable: break
    }
  }

  mutating func mark(_ finding: Finding) {
    guard finding.severity != .info else { return }
    let place = finding.place
    guard let index = TimelineStrip.index(of: place.time) else { return }
    fault(at: [index], of: Subject(rendition: place.rendition, program: place.program))
  }

  mutating func mark(_ faults: FaultMarks) {
    for (subject, indices) in faults.all { fault(at: indices, of: subject) }
  }

  private mutating func fault(at indices: [Int], of subject: Subject) {
    let key = Key(rendition: subject.rendition, program: subject.program)
    // A finding whose program has no strip is drawn in the first strip of its rendition.
    let known = order.contains(key) ? key : order.first { $0.rendition == subject.rendition }
    guard let place = known ?? (order.isEmpty ? key : nil) else { return }
    change(place) { strip in
      for index in indices { strip.fault(at: index) }
    }
  }

  func holds(rendition: String?) -> Bool { order.contains { $0.rendition == rendition } }

  /// Adds a strip for a stream, even if it has no tags.
  mutating func show(rendition: String?, program: Int?) {
    change(Key(rendition: rendition, program: program)) { _ in }
  }

  private mutating func change(_ key: Key, _ body: (inout Strip) -> Void) {
    if strips[key] == nil {
      guard order.count < Self.maximumStrips else { return }
      order.append(key)
    }
    body(&strips[key, default: Strip()])
  }

  /// Returns the strips in the order of the renditions, extended to the end of the content.
  func all(of renditions: [String?], end: Double?) -> [TimelineStrip] {
    let places = Dictionary(
      renditions.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let order = order.enumerated()
      .sorted { left, right in
        let place = (
          places[left.element.rendition] ?? -1, places[right.element.rendition] ?? -1
        )
        return place.0 == place.1 ? left.offset < right.offset : place.0 < place.1
      }
      .map(\.element)
    let wanted = ((end ?? 0) / TimelineStrip.secondsPerMark).rounded(.up)
    let length = Int(exactly: min(wanted, Double(TimelineStrip.maximumMarks))) ?? 0
    return order.map { key in
      var strip = strips[key] ?? Strip()
      let isShort = strip.tags.count < length
      strip.grow(to: length)
      if isShort, let end, let last = strip.lastData, end - last <= Self.longestEnd {
        strip.coverEnd(after: last)
      }
      return TimelineStrip(
        rendition: key.rendition,
        program: key.program,
        tags: strip.tags,
        marks: zip(strip.tags, strip.faults).map { $1 ? .fault : $0 }
      )
    }
  }
}

extension TimelineStrips.Strip {
  mutating func set(_ mark: TimelineStrip.Mark, at index: Int) {
    grow(to: index + 1)
    tags[index] = max(tags[index], mark)
  }

  mutating func fault(at index: Int) {
    grow(to: index + 1)
    faults[index] = true
  }

  /// Marks the time since the previous DATA tag, or since the start, as covered unless it is a gap.
  mutating func cover(_ time: Double, index: Int) {
    defer { lastData = max(lastData ?? time, time) }
    let isCovered = lastData.map { time - $0 <= TimelineStrips.longestSpacing }
    guard isCovered ?? (time <= TimelineStrips.longestEnd) else { return }
    let first = lastData.flatMap { TimelineStrip.index(of: $0) } ?? 0
    guard first < index else { return }
    for between in first..<index { set(.data, at: between) }
  }

  /// Marks the time after the last DATA tag as covered.
  mutating func coverEnd(after time: Double) {
    guard let first = TimelineStrip.index(of: time), first < tags.count else { return }
    for index in first..<tags.count { set(.data, at: index) }
  }

  mutating func grow(to length: Int) {
    guard length > tags.count else { return }
    tags.append(contentsOf: repeatElement(.nothing, count: length - tags.count))
    faults.append(contentsOf: repeatElement(false, count: length - faults.count))
  }
}
