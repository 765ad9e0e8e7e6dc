/// What is said of a program map, once.
struct DeclarationNote: Hashable {
  var rule: String
  var program: UInt16
  var pid: UInt16?
  var detail: String

  /// ID3 is apart from the audio and video of the stream.
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

/// What has been said of program maps: nothing is said twice, unless the sieve reminds.
struct DeclarationLog {
  /// A map names at most a few hundred streams, but every version may name others.
  static let maximumCount = 1024

  /// What is wrong with the map in force is said again after this many 90 kHz ticks of the presentation; nil: never.
  var reminderInterval: Int64?
  private var said: Set<DeclarationNote> = []

  /// The note to append, unless that has been said.
  mutating func take(_ note: DeclarationNote, offset: Int64) -> TransportNote? {
    guard said.count < Self.maximumCount, said.insert(note).inserted else { return nil }
    return TransportNote(
      rule: note.rule,
      offset: offset,
      pid: note.pid,
      program: note.program,
      detail: note.detail
    )
  }

  /// What was said of a program may be said again.
  mutating func forget(program: UInt16) { said = said.filter { $0.program != program } }
}
