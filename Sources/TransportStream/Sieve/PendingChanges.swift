import Formats

/// A change of the ID3 streams of a program that nothing has declared so far.
struct PendingChange {
  /// A discontinuity after the map excuses it for 1 s.
  static let timeout90kHz = Timestamp.ticksPerSecond

  var note: TransportNote
  var program: UInt16
  /// The presentation time at which it is said; nil until a clock runs.
  var deadline: Int64?

  /// ID3 moves to another PID or gets another stream type with the new map of a program; nil when it does not, or a
  /// discontinuity before the map excuses it. A splice does that rightly, with a discontinuity before the new map or
  /// shortly after it.
  init?(of program: Program, to map: ProgramMap, offset: Int64) {
    guard let old = program.map, let words = Self.words(from: old, to: map),
      !program.isBetweenTimeBases
    else { return nil }
    let now = program.clock.reading?.time
    note = TransportNote(
      rule: "pmt-unstable",
      offset: offset,
      program: map.programNumber,
      time: now,
      detail: words
    )
    self.program = map.programNumber
    deadline = now.map { $0 + Self.timeout90kHz }
  }

  /// What the change of the ID3 streams is, in words; nil without one.
  private static func words(from old: ProgramMap, to new: ProgramMap) -> String? {
    let before = old.streams.filter(\.isTimedID3)
    let after = new.streams.filter(\.isTimedID3)
    func names(_ streams: [ElementaryStream]) -> String {
      streams.map { "0x\(String($0.pid, radix: 16))" }.joined(separator: ", ")
    }
    if before.map(\.pid) != after.map(\.pid) {
      if before.isEmpty { return "ID3 appears on PID \(names(after))" }
      if after.isEmpty { return "ID3 is no longer declared on PID \(names(before))" }
      return "ID3 moves from PID \(names(before)) to \(names(after))"
    }
    guard let (first, second) = zip(before, after).first(where: { $0.type != $1.type }) else {
      return nil
    }
    return "ID3 on PID \(names([first])) changes from stream_type "
      + "0x\(first.type.rawValue.hexadecimal) to 0x\(second.type.rawValue.hexadecimal)"
  }
}

/// Changes of ID3 streams that a discontinuity may yet excuse.
struct PendingChanges {
  /// Changes that wait, at most.
  static let maximumCount = 64

  private var changes: [PendingChange] = []

  var isEmpty: Bool { changes.isEmpty }

  /// Lets a change wait. Gives the note of the oldest where too many wait.
  mutating func append(_ change: PendingChange) -> TransportNote? {
    defer { changes.append(change) }
    return changes.count >= Self.maximumCount ? changes.removeFirst().note : nil
  }

  /// A discontinuity excuses what changed just before it.
  mutating func excuse(program: UInt16) {
    guard !changes.isEmpty else { return }
    changes.removeAll { $0.program == program }
  }

  /// Takes out the changes of a program that no discontinuity has excused at the presentation time `now`.
  mutating func takeDue(ofProgram program: UInt16, now: Int64?) -> [TransportNote] {
    guard !changes.isEmpty, let now else { return [] }
    var due: [TransportNote] = []
    for position in changes.indices.reversed() where changes[position].program == program {
      let deadline = changes[position].deadline ?? now + PendingChange.timeout90kHz
      changes[position].deadline = deadline
      if now >= deadline { due.append(changes.remove(at: position).note) }
    }
    return due
  }

  /// Takes all of them out: the stream has ended.
  mutating func takeAll() -> [TransportNote] {
    defer { changes.removeAll() }
    return changes.map(\.note)
  }
}
