import Conformance

/// The summary in numbers.
public struct Totals: Sendable {
  /// Inputs.
  public internal(set) var inputs = 0
  /// Inputs by what is known of them.
  public internal(set) var standings: [Standing: Int] = [:]
  /// Tags by kind.
  public internal(set) var tags = TagCounts()
  /// Seconds of content.
  public internal(set) var duration = 0.0
  /// Findings of each severity.
  public internal(set) var findings: [Severity: Int] = [:]
  /// Pings.
  public internal(set) var pings = 0
  /// Inputs with a Nielsen tag.
  public internal(set) var inputsWithTags = 0
  /// The longest time without a DATA tag in one stream, in seconds.
  public internal(set) var longestGap: Double?

  mutating func add(_ input: InputReport) {
    inputs += 1
    standings[input.standing, default: 0] += 1
    tags.data += input.tags.data
    tags.info += input.tags.info
    tags.other += input.tags.other
    duration += input.duration ?? 0
    for (severity, count) in input.findingCounts { findings[severity, default: 0] += count }
    pings += input.pings.total
    if input.tags.data + input.tags.info > 0 { inputsWithTags += 1 }
    if let gap = input.longestGap { longestGap = max(longestGap ?? 0, gap) }
  }
}
