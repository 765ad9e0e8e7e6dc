import NielsenTag

struct DueTag: Sendable {
  /// The time in seconds since the first frame.
  var time: Double
  var bytes: [UInt8]
}

/// Plans for the tags of a stream: a usual plan, and several unusual but correct plans.
enum TagPlan: String, CaseIterable, Sendable, CustomStringConvertible {
  case plain = "a DATA tag every 10 s"
  case sameTime = "INFO and DATA with the same time stamp"
  case dayChange = "a change of the broadcast day"
  case nullCIDs = "20 s of null CIDs"
  case jitter = "6 to 12 s between tags"
  case joined = "the first tag 3 s after the start"
  case wrap = "sequence numbers that start at 65533"

  static let oddities = allCases.filter { $0 != .plain }

  var description: String { rawValue }

  /// The duration of streams with these tags, in seconds.
  static let seconds = 64.0

  /// The tags of the plan, in chronological order.
  func tags(seed: UInt64 = 5) throws -> [DueTag] {
    // 2:59:30 on the encoder's clock; the broadcast day begins at 3:00.
    let start = self == .dayChange ? 1_700_017_170 : SyntheticTags.defaultStart
    let plan = SyntheticTags(seed: seed, start: start, firstSequence: self == .wrap ? 65_533 : 1)
    var tags: [DueTag] = []
    for element in plan {
      guard Double(element.releaseTime) <= Self.seconds + 10 else { break }
      guard let tag = try due(element, start) else { continue }
      tags.append(tag)
    }
    return tags.filter { (0..<Self.seconds).contains($0.time) }.sorted { $0.time < $1.time }
  }

  /// The seconds by which the tags of `jitter` are early compared with one tag every 10 s, so that
  /// the interval is 6 to 12 s.
  private static let shifts = [0, -4, -2, -6, -4, -8, -6, -4, -2]

  private func due(
    _ element: SyntheticTags.Element,
    _ start: UInt32
  ) throws -> DueTag? {
    var content = element.content
    var time = Double(element.releaseTime)
    switch self {
    case .plain, .dayChange, .wrap: break
    case .sameTime:
      guard element.kind == .info else { break }
      time = 20
      (content.firstTagTime, content.lastTagTime) = (start + 20, start + 20)
    case .nullCIDs:
      if element.kind == .data, (30...40).contains(element.releaseTime) {
        (content.pcCID, content.fdCID) = (.null, .null)
        (content.pcOffset, content.fdOffset) = (0, 0)
      }
    case .jitter:
      guard element.kind == .data else { return nil }
      func release(_ number: Int) -> Int { 10 * (number + 1) + Self.shifts[number] }
      let number = element.releaseTime / 10 - 1
      let (first, last) = (number == 0 ? 0 : release(number - 1), release(number))
      content.sequence = UInt16(number + 1)
      content.firstTagTime = start + UInt32(first)
      content.lastTagTime = start + UInt32(last)
      let moved = first - (element.releaseTime - 10)
      content.pcOffset += moved
      content.fdOffset += moved
      time = Double(last)
    case .joined: time -= 7
    }
    return DueTag(time: time, bytes: try content.tag())
  }
}
