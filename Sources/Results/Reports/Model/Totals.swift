import Conformance

/// The summary in numbers.
package struct Totals: Sendable {
  package internal(set) var inputs = 0
  /// Inputs by what is known of them.
  package internal(set) var statusCounts: [InputStatus: Int] = [:]
  /// Tags by kind; those that several renditions of an input share count once.
  package internal(set) var tags = TagCounts()
  /// Seconds of content.
  package internal(set) var duration = 0.0
  package internal(set) var findings: [Severity: Int] = [:]
  package internal(set) var pings = 0
  /// Inputs with a Nielsen tag.
  package internal(set) var inputsWithTags = 0
  /// The longest time without a DATA tag in one stream, in seconds.
  package internal(set) var longestGap: Double?

  mutating func add(_ input: InputReport) {
    inputs += 1
    statusCounts[input.status, default: 0] += 1
    let counts = input.tags
    tags.data += counts.data
    tags.info += counts.info
    tags.other += counts.other
    duration += input.duration ?? 0
    for (severity, count) in input.findingCounts { findings[severity, default: 0] += count }
    pings += input.pings.total
    if input.tags.data + input.tags.info > 0 { inputsWithTags += 1 }
    if let gap = input.longestGap { longestGap = max(longestGap ?? 0, gap) }
  }
}
