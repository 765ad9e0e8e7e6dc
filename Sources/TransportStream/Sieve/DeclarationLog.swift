/// The notes about program maps so far: none is repeated without a reminder.
struct DeclarationLog {
  /// The most notes. A map names at most a few hundred streams, but every version can name others.
  static let maximumCount = 1024

  /// Errors of the map in force are noted again after this many 90 kHz ticks of the presentation; nil: never.
  var reminderInterval: Int64?
  /// The notes, without their positions.
  private var said: Set<TransportNote> = []

  /// Whether a note is new.
  mutating func take(_ note: TransportNote) -> Bool {
    var note = note
    note.position = .start
    return said.count < Self.maximumCount && said.insert(note).inserted
  }

  /// Allows the notes of a program to be repeated.
  mutating func forget(program: UInt16) { said = said.filter { $0.program != program } }
}
