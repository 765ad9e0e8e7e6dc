import TransportStream

extension TimedTag {
  /// Seconds from the PTS of the audio before it in the multiplex to its own; negative when it is
  /// earlier. Nil for other carriages, and where either is missing.
  public var audioDistance: Double? { seconds(since: transport?.audioPTS) }

  /// Seconds from the PCR before it in the multiplex to its PTS; negative when it comes late. Nil for
  /// other carriages, and where either is missing.
  public var arrivalLead: Double? { seconds(since: transport?.programClock) }

  /// Seconds from the PTS of another tag of the same PID to its own, the shorter way round where the 33
  /// bits wrap (ISO/IEC 13818-1, 2.4.3.7). Nil for other carriages, and where either is missing.
  public func ptsAdvance(since other: TimedTag) -> Double? {
    other.carriage == .tsPES ? seconds(since: other.pts) : nil
  }

  private func seconds(since clock: Int64?) -> Double? {
    guard carriage == .tsPES, let pts, let clock else { return nil }
    return Double(Timestamp.difference(pts, clock)) / Double(Timestamp.ticksPerSecond)
  }
}
