import TimedMetadata

/// What one stream looks like in time: one mark for every ten seconds.
public struct TimelineStrip: Sendable, Equatable {
  /// What stands in ten seconds. The worst and rarest wins: a fault, INFO, DATA.
  public enum Mark: UInt8, Sendable, Comparable {
    /// No Nielsen tag.
    case nothing
    /// A DATA tag.
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
  /// One mark for every `secondsPerMark`, from time 0.
  public let marks: [Mark]

  /// Seconds that a mark stands for.
  public static let secondsPerMark = 10.0

  /// Two weeks: what lies beyond is not drawn.
  static let maximumMarks = 120_960

  /// The number of the mark for a presentation time, from 0; nil for none, and for times that are no place
  /// on a strip.
  static func index(of time: Double?) -> Int? {
    guard let time, time >= 0, time < Double(maximumMarks) * secondsPerMark else { return nil }
    return Int(time / secondsPerMark)
  }
}

/// The strips of an input while it is read: one byte for ten seconds of each stream.
struct TimelineStrips: Sendable {
  private struct Key: Hashable, Sendable {
    var rendition: String?
    var program: Int?
  }

  private var order: [Key] = []
  private var marks: [Key: [TimelineStrip.Mark]] = [:]

  private static let maximumStrips = 256

  mutating func mark(_ tag: CheckedTag) {
    let key = Key(rendition: tag.tag.rendition, program: tag.tag.program)
    let index = TimelineStrip.index(of: tag.tag.time)
    switch tag.kind {
    case .data: set(.data, at: index, of: key)
    case .info: set(.info, at: index, of: key)
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
    // What is known of no program belongs to the first of its rendition.
    let known = order.contains(key) ? key : order.first { $0.rendition == subject.rendition }
    guard let strip = known ?? (order.isEmpty ? key : nil) else { return }
    for index in indices { set(.fault, at: index, of: strip) }
  }

  /// Whether anything of a rendition is drawn.
  func holds(rendition: String?) -> Bool { order.contains { $0.rendition == rendition } }

  /// Draws a stream whether or not it has tags.
  mutating func show(rendition: String?, program: Int?) {
    let key = Key(rendition: rendition, program: program)
    guard marks[key] == nil, order.count < Self.maximumStrips else { return }
    order.append(key)
    marks[key] = []
  }

  private mutating func set(_ mark: TimelineStrip.Mark, at index: Int?, of key: Key) {
    guard let index else { return }
    if marks[key] == nil {
      guard order.count < Self.maximumStrips else { return }
      order.append(key)
    }
    var strip = marks[key] ?? []
    marks[key] = nil
    if index >= strip.count {
      strip.append(contentsOf: repeatElement(.nothing, count: index + 1 - strip.count))
    }
    strip[index] = max(strip[index], mark)
    marks[key] = strip
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
      var strip = marks[key] ?? []
      if strip.count < length {
        strip.append(contentsOf: repeatElement(.nothing, count: length - strip.count))
      }
      return TimelineStrip(rendition: key.rendition, program: key.program, marks: strip)
    }
  }
}
