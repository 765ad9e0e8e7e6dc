/// What the clock shows at second 0 of a stream.
///
/// The clear last tag time of the first tag that has one, minus the whole seconds of its time in the
/// stream, so that the tag is sent at its own time; else the wall clock of the first tag that has
/// one, minus its time; else 2000-01-01T00:00:00Z.
public enum ClockStart {
  /// 2000-01-01T00:00:00Z.
  public static let standard: Int64 = 946_684_800

  /// 2010 to 2099: tag times outside are no times.
  static let plausible: ClosedRange<Int64> = 1_262_304_000...4_102_444_799
  /// 1970 to 2100.
  static let range: ClosedRange<Int64> = 0...4_102_444_800

  /// The start for a stream that begins with `tags`, in Unix seconds.
  static func first(of tags: [HeldTag]) -> Int64 {
    for tag in tags {
      if let time = tag.lastTagTime { return bounded(Double(time) - tag.time.rounded(.down)) }
    }
    for tag in tags {
      if let wallClock = tag.wallClock { return bounded(wallClock - tag.time) }
    }
    return standard
  }

  private static func bounded(_ seconds: Double) -> Int64 {
    let rounded = seconds.rounded(.down)
    return Int64(min(max(rounded, Double(range.lowerBound)), Double(range.upperBound)))
  }
}
