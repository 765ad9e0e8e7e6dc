/// A statement about a program map, which is noted once.
struct DeclarationNote: Hashable {
  var rule: String
  var program: UInt16
  var pid: UInt16?
  var detail: String

  /// The note that ID3 is in another program than the audio and video of the stream.
  init(lonelyProgram program: UInt16) {
    self.init(
      rule: "pmt-same-program",
      program: program,
      detail: "ID3 is alone in program \(program)"
    )
  }

  init(rule: String, program: UInt16, pid: UInt16? = nil, detail: String) {
    self.rule = rule
    self.program = program
    self.pid = pid
    self.detail = detail
  }
}

/// The notes about program maps so far: none is repeated without a reminder.
struct DeclarationLog {
  /// The most notes. A map names at most a few hundred streams, but every version can name others.
  static let maximumCount = 1024

  /// Errors of the map in force are noted again after this many 90 kHz ticks of the presentation; nil: never.
  var reminderInterval: Int64?
  private var said: Set<DeclarationNote> = []

  /// The note to append; nil when it has been noted before.
  mutating func take(_ note: DeclarationNote, position: StreamPosition) -> TransportNote? {
    guard said.count < Self.maximumCount, said.insert(note).inserted else { return nil }
    return TransportNote(
      rule: note.rule,
      position: position,
      pid: note.pid,
      program: note.program,
      detail: note.detail
    )
  }

  /// Allows the notes of a program to be repeated.
  mutating func forget(program: UInt16) { said = said.filter { $0.program != program } }
}
