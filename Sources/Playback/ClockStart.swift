/// The time of the clock at second 0 of a stream.
///
/// The clear last tag time of the first tag that has one, minus the whole seconds of its time in the
/// stream, so that the tag is sent at its own time; else the wall clock of the first tag that has
/// one, minus its time; else 2000-01-01T00:00:00Z. A tag without a time in the stream says nothing.
enum ClockStart {
  /// 2000-01-01T00:00:00Z.
  static let standard: Int64 = 946_684_800

  /// The first second that the engine reads as a Unix time: 2001-09-09T01:46:40Z.
  static let earliestLive: Int64 = 1_000_000_000
  /// 1970 to 2100.
  static let range: ClosedRange<Int64> = 0...4_102_444_800

  /// The start for a stream that begins with `tags`, in Unix seconds.
  static func first(of tags: [HeldTag]) -> Int64 {
    for tag in tags {
      guard let time = tag.streamTime, let released = tag.lastTagTime else { continue }
      return bounded(Double(released) - time.rounded(.down))
    }
    for tag in tags {
      guard let time = tag.streamTime, let wallClock = tag.wallClock else { continue }
      return bounded(wallClock - time)
    }
    return standard
  }

  private static func bounded(_ seconds: Double) -> Int64 {
    let rounded = seconds.rounded(.down)
    return Int64(min(max(rounded, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
