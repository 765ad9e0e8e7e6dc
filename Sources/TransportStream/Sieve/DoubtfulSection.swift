import Formats

/// The sections of a table whose CRC is wrong. They are not used at once: the third identical copy is
/// accepted.
struct DoubtfulSection {
  static let copiesNeeded = 3
  private var section: [UInt8] = []
  private var copies = 0
  private var reminder = Reminder()

  /// Whether a section can be used: its CRC is correct, or it is the third identical copy. Adds a note about
  /// a wrong CRC: once when the content differs from the last section, and again every `interval` ticks of
  /// the presentation time `now`.
  mutating func isBelieved(
    _ bytes: [UInt8],
    of table: (name: String, pid: UInt16),
    position: StreamPosition,
    now: Int64?,
    interval: Int64?,
    notes: inout [TransportNote]
  ) -> Bool {
    if PSISection.hasValidCRC(bytes) { return true }
    let copy = count(bytes)
    if copy == 1 || reminder.isDue(after: interval, now: now) {
      reminder.say(at: now)
      let stored = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let computed = PSISection.checksum(of: bytes.dropLast(4))
      notes.append(
        TransportNote(
          rule: "psi-crc",
          position: position,
          pid: table.pid,
          detail: "\(table.name) CRC \(stored.hexadecimal), computed \(computed.hexadecimal)"
        )
      )
    }
    return copy >= Self.copiesNeeded
  }

  /// Counts a copy. Returns its number, which starts at 1 when the content differs from the last section.
  private mutating func count(_ bytes: [UInt8]) -> Int {
    if bytes == section {
      copies += 1
    } else {
      section = bytes
      copies = 1
    }
    return copies
  }
}
