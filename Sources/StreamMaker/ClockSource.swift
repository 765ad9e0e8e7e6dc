import TransportStream

/// Drives the multiplexer without media: a clock, and the tables that name it.
struct ClockSource {
  /// The PID of the clock.
  static let pid: UInt16 = 0x1fe
  /// The PID of the program map.
  static let mapPID: UInt16 = 0x1000
  /// A clock reference every 0.1 s, the longest interval allowed (ISO/IEC 13818-1, 2.7.2).
  static let interval: Int64 = 9_000
  /// Tables every 0.4 s: below the 0.5 s of ETSI TR 101 290.
  static let clocksPerTable: Int64 = 4
  /// How far presentation lags behind the clock.
  static let decoderDelay: Int64 = 9_000

  /// The PTS of the start at 90 kHz.
  let firstPTS: Int64
  /// The length in seconds.
  let seconds: Double

  /// Writes the whole stream.
  func write(to multiplexer: Multiplexer) throws {
    let association = ProgramAssociation(programs: [.init(programNumber: 1, pid: Self.mapPID)])
    let map = ProgramMap(programNumber: 1, pcrPID: Self.pid, streams: [])
    try multiplexer.setTables(association: association, map: map, mapPID: Self.mapPID)
    let ticks = Int64(seconds * Double(Timestamp.ticksPerSecond))
    for (index, time) in stride(from: 0, to: ticks, by: Int(Self.interval)).enumerated() {
      let pts = firstPTS + time
      multiplexer.noteReference(pts: pts)
      if Int64(index) % Self.clocksPerTable == 0 {
        try multiplexer.writeTables()
      }
      let clock = (pts - Self.decoderDelay) & (Timestamp.modulus - 1)
      try multiplexer.writeClock(pcr: clock * 300, pid: Self.pid)
      try multiplexer.writeDueTags()
    }
  }
}
