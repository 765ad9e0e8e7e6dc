/// Measures the interval of a table in 90 kHz ticks of a program's clock (ETSI TR 101 290, 1.3 and 1.5).
struct TableInterval {
  /// The longest time without a copy of the table, in ticks, and the position and presentation time at its end.
  struct Longest {
    var ticks: Int64
    var position: StreamPosition
    var time: Int64?
  }

  /// The time of a program's clock, and the step by which it may be late, in ticks.
  struct Reading {
    var program: UInt16
    var now: Int64
    var step: Int64
  }

  /// The maximum allowed interval: 0.5 s.
  static let limit = Timestamp.ticksPerSecond / 2

  /// The longest interval that certainly exceeds the limit; nil if there is none.
  private(set) var longest: Longest?
  private var last: Int64?
  private var program: UInt16?
  private(set) var isStarted = false

  /// Records a copy of the table, or the end of the stream. A copy before the first reading counts as a copy at time 0.
  mutating func receive(_ reading: Reading?, position: StreamPosition, time: Int64?) {
    defer { isStarted = true }
    guard let reading else { return }
    defer { (last, program) = (reading.now, reading.program) }
    guard isStarted, program == nil || program == reading.program else { return }
    let ticks = reading.now - (last ?? 0)
    // The reading may be one step late, so only an interval that is certainly too long counts.
    guard ticks - reading.step > Self.limit, ticks > longest?.ticks ?? 0 else { return }
    longest = Longest(ticks: ticks, position: position, time: time)
  }

  /// The note about a table that arrived too rarely; nil if it arrived often enough.
  func note(of table: String, pid: UInt16, program: UInt16?) -> TransportNote? {
    guard let longest else { return nil }
    return TransportNote(
      rule: "psi-interval",
      position: longest.position,
      pid: pid,
      program: program,
      measured: longest.ticks,
      time: longest.time,
      detail: "no \(table) for \(Timestamp.seconds(longest.ticks)) (limit 0.5 s)"
    )
  }
}

/// The time of the last note about a lasting error in a table, which is reported again in a stream without an end.
struct Reminder {
  /// The presentation time of the note in ticks; nil before the note, and while no clock runs.
  private var saidAt: Int64?

  mutating func say(at now: Int64?) { saidAt = now }

  /// Whether the last note was at least `interval` ticks ago, or the clock has gone back since. A note from before a
  /// clock ran counts from the first call.
  mutating func isDue(after interval: Int64?, now: Int64?) -> Bool {
    guard let interval, let now else { return false }
    guard let last = saidAt else {
      saidAt = now
      return false
    }
    // If the clock has gone back, the error is reported again.
    return now < last || now - last >= interval
  }
}
