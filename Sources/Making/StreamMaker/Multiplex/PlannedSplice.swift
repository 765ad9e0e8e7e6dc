import SCTE35
import TransportStream

struct PlannedSplice: Sendable {
  var index: Int
  /// Whether the message announces the start of the break, not the end.
  var isOut: Bool
  /// The time of the splice, in seconds from the start of the stream.
  var time: Double
  /// The time at which the message is sent, in seconds from the start of the stream.
  var releaseTime: Double
  /// The announced duration in seconds, and whether the break ends without another message. Nil at the end of a break.
  var duration: (seconds: Double, returnsByItself: Bool)?
  var isDamaged = false

  /// The start of the first break, and the interval between the starts of breaks, in seconds.
  static let (firstBreak, breakInterval) = (30.0, 180.0)
  static let breakSeconds = 50.0
  /// Seconds from each message to the splice. SCTE 35 2023, 9.2 requires 4 s. Each message is sent twice.
  private static let leads = [5.0, 4.0]

  static func messages(ofBreak index: Int) -> [PlannedSplice] {
    let start = firstBreak + Double(index) * breakInterval
    return [(true, start), (false, start + breakSeconds)].flatMap { isOut, time in
      leads.map { lead in
        PlannedSplice(
          index: index,
          isOut: isOut,
          time: time,
          releaseTime: time - lead,
          duration: isOut ? (breakSeconds, true) : nil
        )
      }
    }
  }

  /// Encodes the message as a section. `pts` is the time of the splice, in 90 kHz ticks.
  func section(pts: Int64) -> [UInt8] {
    let section = SpliceInfoSection(
      command: .insert(
        SpliceInsert(
          eventID: UInt32(truncatingIfNeeded: index + 1),
          isOut: isOut,
          pts: pts & (Timestamp.modulus - 1),
          breakDuration: duration.map {
            .init(
              returnsByItself: $0.returnsByItself,
              ticks: Int64($0.seconds * Double(Timestamp.ticksPerSecond))
            )
          }
        )
      )
    )
    var bytes = section.encoded
    if isDamaged { bytes[bytes.count - 1] ^= 1 }
    return bytes
  }
}

/// Plans SCTE-35 messages, and returns them when they are due.
struct SpliceSchedule {
  private let change: (@Sendable (PlannedSplice) -> [PlannedSplice])?
  private var pending: [PlannedSplice] = []
  private var nextBreak = 0

  init(_ change: (@Sendable (PlannedSplice) -> [PlannedSplice])?) { self.change = change }

  /// Removes and returns the messages that are due at `time`, in seconds from the start of the stream.
  mutating func take(at time: Double) -> [PlannedSplice] {
    while PlannedSplice.firstBreak + Double(nextBreak) * PlannedSplice.breakInterval < time + 60 {
      let messages = PlannedSplice.messages(ofBreak: nextBreak)
      pending += messages.flatMap { change?($0) ?? [$0] }
      nextBreak += 1
    }
    let due = pending.filter { $0.releaseTime <= time }
    pending.removeAll { $0.releaseTime <= time }
    return due.sorted { $0.releaseTime < $1.releaseTime }
  }
}
