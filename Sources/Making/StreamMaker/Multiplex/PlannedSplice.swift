import SCTE35
import TransportStream

/// A message of SCTE-35 on its way into the stream.
struct PlannedSplice: Sendable {
  /// Which break it is about, from 0.
  var index: Int
  /// Whether the break begins.
  var isOut: Bool
  /// Seconds from the start of the stream to the splice.
  var time: Double
  /// Seconds from the start of the stream at which the message is sent.
  var releaseTime: Double
  /// The length that is announced, in seconds, and whether the break ends by itself.
  var duration: (seconds: Double, returnsByItself: Bool)?
  /// Whether a bit of the section is wrong.
  var isDamaged = false

  /// Seconds to the first break, and from one to the next.
  static let (firstBreak, breakInterval) = (30.0, 180.0)
  /// The length of a break in seconds.
  static let breakSeconds = 50.0
  /// Seconds by which messages are sent ahead: SCTE 35 2023, 9.2 asks for 4 s. The first is sent again.
  private static let leads = [5.0, 4.0]

  /// The messages about a break.
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

  /// The section, given the PTS of the splice.
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

/// Says which messages of SCTE-35 are due.
struct SpliceSchedule {
  private let change: (@Sendable (PlannedSplice) -> [PlannedSplice])?
  private var pending: [PlannedSplice] = []
  private var nextBreak = 0

  /// The schedule with what a fault changes.
  init(_ change: (@Sendable (PlannedSplice) -> [PlannedSplice])?) { self.change = change }

  /// The messages that are due at `time`, in seconds from the start of the stream.
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
