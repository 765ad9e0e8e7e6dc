/// The credited seconds of a content day by minute, for the quarter-hour pings.
struct QuarterHours: Sendable {
  private static let minutesPerQuarter = 15
  private static let minutesPerDay = 1440

  private let creditSeconds: UInt16
  private let minutesNeeded: UInt8
  private var seconds: [UInt16] = []
  private var wonMinutes: [UInt8] = []

  init(thresholds: EngineConfiguration.Thresholds) {
    creditSeconds = UInt16(min(thresholds.creditSeconds, 60))
    minutesNeeded = UInt8(thresholds.aqhMinutes)
  }

  /// Counts one credited second of content.
  ///
  /// - Parameter second: Seconds since the start of the content's day. The 25th hour of a day on
  ///   which the clocks go back has no quarter hour and is not counted.
  /// - Returns: The quarter hour, 0 to 95, that is won by this second; nil mostly.
  mutating func count(_ second: Int64) -> Int? {
    let minute = Int(second / 60)
    guard second >= 0, minute < Self.minutesPerDay else { return nil }
    if seconds.isEmpty {
      seconds = [UInt16](repeating: 0, count: Self.minutesPerDay)
      wonMinutes = [UInt8](repeating: 0, count: Self.minutesPerDay / Self.minutesPerQuarter)
    }
    guard seconds[minute] < creditSeconds else { return nil }
    seconds[minute] += 1
    guard seconds[minute] == creditSeconds else { return nil }
    let quarter = minute / Self.minutesPerQuarter
    wonMinutes[quarter] += 1
    return wonMinutes[quarter] == minutesNeeded ? quarter : nil
  }
}
