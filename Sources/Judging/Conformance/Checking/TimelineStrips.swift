import TimedMetadata

/// The tags of one stream over time: one mark for every ten seconds. DATA tags that follow each other closely
/// enough have no empty mark between them, although a tag can be just before or after it.
public struct TimelineStrip: Sendable, Equatable {
  /// The content of ten seconds. The worst and rarest wins: a fault, INFO, DATA.
  public enum Mark: UInt8, Sendable, Comparable {
    /// No Nielsen tag.
    case nothing
    /// A DATA tag, or the time between two of them.
    case data
    /// An INFO tag.
    case info
    /// Something a rule found fault with.
    case fault

    /// By what wins.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The rendition; nil for inputs without.
  public let rendition: String?
  /// The program.
  public let program: Int?
  /// The tags: one mark for every `secondsPerMark`, from time 0. Without faults.
  public let tags: [Mark]
  /// The same with faults, which win over tags.
  public let marks: [Mark]

  /// Seconds that a mark represents.
  public static let secondsPerMark = 10.0

  /// Two weeks: marks after them are not drawn.
  static let maximumMarks = 120_960

  /// The number of the mark for a presentation time, from 0; nil without a time, and for times outside
  /// of a strip.
  static func index(of time: Double?) -> Int? {
    guard let time, time >= 0, time < Double(maximumMarks) * secondsPerMark else { return nil }
    return Int(time / secondsPerMark)
  }
}

/// The strips of an input while it is read: two bytes for ten seconds of each stream.
struct TimelineStrips: Sendable {
  private struct Key: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  fileprivate struct Strip {
    var tags: [TimelineStrip.Mark] = []
    var faults: [Bool] = []
    /// Presentation seconds of the last DATA tag.
    var lastData: Double?
  }

  private var order: [Key] = []
  private var strips: [Key: Strip] = [:]

  private static let maximumStrips = 256
  /// Time between DATA tags that are this close counts as covered: the limit of `cadence-gap`.
  fileprivate static let longestSpacing = 19.0
  /// The same at the start and at the end of the content: the limit of `cadence-start`.
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

  /// Marks all that a rule found fault with.
  mutating func mark(_ faults: FaultMarks) {
    for (subject, indices) in faults.all { fault(at: indices, of: subject) }
  }

  private mutating func fault(at indices: [Int], of subject: Subject) {
    let key = Key(rendition: subject.rendition, program: subject.program)
    // Data without a program belongs to the first program of its rendition.
    let known = order.contains(key) ? key : order.first { $0.rendition == subject.rendition }
    guard let place = known ?? (order.isEmpty ? key : nil) else { return }
    change(place) { strip in
      for index in indices { strip.fault(at: index) }
    }
  }

  /// Whether anything of a rendition is drawn.
  func holds(rendition: String?) -> Bool { order.contains { $0.rendition == rendition } }

  /// Draws a stream whether or not it has tags.
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

  /// The strips in the order of the renditions, filled up to the end of the content.
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

  /// Covers the time since the DATA tag before, or since the start, when it is not a gap.
  mutating func cover(_ time: Double, index: Int) {
    defer { lastData = max(lastData ?? time, time) }
    let isCovered = lastData.map { time - $0 <= TimelineStrips.longestSpacing }
    guard isCovered ?? (time <= TimelineStrips.longestEnd) else { return }
    let first = lastData.flatMap { TimelineStrip.index(of: $0) } ?? 0
    guard first < index else { return }
    for between in first..<index { set(.data, at: between) }
  }

  /// Covers what follows the last DATA tag.
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
