import Conformance
import TimedMetadata

/// Notices the times without DATA tags in each stream of an input, for the table of `extract`.
package struct DataTagGaps {
  private var lastTimes: [Stream: Double] = [:]

  private struct Stream: Hashable {
    var rendition: String?
    var program: Int?
    var pid: Int?
  }

  /// Makes a memory without tags.
  package init() {}

  /// Takes the next tag of the input.
  /// - Returns: Seconds since the DATA tag before it in its stream, where they are over the limit.
  package mutating func gap(before tag: TimedTag) -> Double? {
    guard tag.nielsen?.kind == .data, let time = tag.time, time.isFinite else { return nil }
    let stream = Stream(rendition: tag.rendition, program: tag.program, pid: tag.pid)
    let last = lastTimes.updateValue(time, forKey: stream)
    guard let last, time - last > RuleDescription.cadenceGapLimit else { return nil }
    return time - last
  }
}
